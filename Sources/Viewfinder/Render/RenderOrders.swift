internal import Capture
internal import Filters
internal import Frames
internal import LinuxIO
internal import Movies
internal import Synchronization
internal import VulkanView

/// The orders of other threads to the render thread, and its sleep until they come.
///
/// Thread-safe.
final class RenderOrders: Sendable {
    /// The orders that the render thread reads at each turn.
    struct Values {
        var options: ViewOptions
        /// The window, once there is one.
        var target: RenderThread.Target?
        /// The mode of the first picture, once that is known.
        var expected: CaptureMode?
        /// True when the window is to be shown although there is no picture yet.
        var drawsEmpty = false
        var slot: LatestFrame?
        var isFrozen = false
        /// The filters in order.
        var operations: [BasicOperation]
        /// The number of times that keys have changed parameters of the filters.
        var adjustments = 0
        /// The number of times that the picture was asked for.
        var photographs = 0
        /// The movie that the pictures are recorded into; nil for none.
        var recording: MovieWriter?
        /// True when the picture is to be drawn once more; reading forgets it.
        var redraw = false
        var stop = false
    }

    private let values: Mutex<Values>
    private let bell: Wakeup
    /// True while the thread waits for frames; only then do they ring, for many come that could not be shown.
    private let isFrameAwaited = Atomic(false)

    init(options: ViewOptions, operations: [BasicOperation]) throws(SystemError) {
        values = Mutex(Values(options: options, operations: operations))
        bell = try Wakeup()
    }

    /// Wakes the thread.
    func ring() { bell.ring() }

    /// Takes frames from another slot from now on.
    func setSlot(_ slot: LatestFrame) {
        let previous = values.withLock { values in
            defer { values.slot = slot }
            return values.slot
        }
        previous?.onArrival(nil)
        slot.onArrival { [self] in
            if isFrameAwaited.load(ordering: .sequentiallyConsistent) { ring() }
        }
        ring()
    }

    /// Changes the orders; the thread reads them at its next turn, which begins now.
    func change(_ edit: (inout Values) -> Void) {
        values.withLock { edit(&$0) }
        ring()
    }

    // MARK: - The render thread's side

    func take() -> Values {
        values.withLock { values in
            defer { values.redraw = false }
            return values
        }
    }

    /// Sleeps until another thread rings.
    ///
    /// - Parameters:
    ///   - deadline: The moment to wake at the latest, in nanoseconds of the monotonic clock; nil for none.
    ///   - slot: The slot whose frames ring, too; nil for none.
    /// - Returns: True when it was rung for before the deadline.
    func wait(until deadline: Int64?, forFramesOf slot: LatestFrame?) -> Bool {
        isFrameAwaited.store(slot != nil, ordering: .sequentiallyConsistent)
        // A frame that came before the line above has not rung.
        if let slot, slot.waiting != nil { return true }
        defer { isFrameAwaited.store(false, ordering: .relaxed) }
        return bell.wait(until: deadline)
    }
}
