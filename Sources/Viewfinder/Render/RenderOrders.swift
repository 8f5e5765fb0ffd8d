internal import Capture
internal import Filters
internal import Frames
internal import LinuxIO
internal import Movies
internal import Synchronization
internal import VulkanView

/// What other threads ask of the render thread, and how it sleeps until they do.
///
/// Thread-safe.
final class RenderOrders: Sendable {
    /// What the render thread reads at each turn.
    struct Values {
        var options: ViewOptions
        /// The window, once there is one.
        var target: RenderThread.Target?
        /// What the first picture will be, once that is known.
        var expected: CaptureMode?
        /// The window is to be shown although there is no picture yet.
        var drawsEmpty = false
        var slot: LatestFrame?
        var isFrozen = false
        /// The filters in order.
        var operations: [BasicOperation]
        /// How often parameters of the filters have been changed by keys.
        var adjustments = 0
        /// How often the picture was asked for.
        var photographs = 0
        /// What the pictures are recorded into; nil for nothing.
        var recording: MovieWriter?
        /// The picture is to be drawn once more; reading forgets it.
        var redraw = false
        var stop = false
    }

    private let values: Mutex<Values>
    private let bell: Wakeup
    /// Frames ring only while the thread waits for them: many come that could not be shown.
    private let isFrameAwaited = Atomic(false)

    init(options: ViewOptions, operations: [BasicOperation]) throws(SystemError) {
        values = Mutex(Values(options: options, operations: operations))
        bell = try Wakeup()
    }

    /// Wakes the thread.
    func ring() { bell.ring() }

    /// Frames come from another slot from now on.
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

    /// Changes what the thread reads at its next turn, which begins now.
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
    ///   - deadline: When to wake at the latest, in nanoseconds of the monotonic clock; nil for never.
    ///   - slot: Whose frames ring, too; nil for none.
    /// - Returns: Whether it was rung for before the deadline.
    func wait(until deadline: Int64?, forFramesOf slot: LatestFrame?) -> Bool {
        isFrameAwaited.store(slot != nil, ordering: .sequentiallyConsistent)
        // A frame that came before the line above has not rung.
        if let slot, slot.waiting != nil { return true }
        defer { isFrameAwaited.store(false, ordering: .relaxed) }
        return bell.wait(until: deadline)
    }
}
