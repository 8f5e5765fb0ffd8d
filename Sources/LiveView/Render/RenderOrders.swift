internal import Capture
internal import Frames
internal import LinuxIO
internal import Synchronization
internal import VulkanView

/// The orders of other threads to the render thread, and its sleep until they come.
///
/// Thread-safe.
final class RenderOrders: Sendable {
    /// The source of a channel.
    struct Input {
        let channel: LiveViewChannel
        /// The number of the source.
        var number: UInt64 = 0
        /// The newest frame of the source; nil for no source.
        var slot: FrameOutput?
        /// Each frame of the source, while there are outputs for pictures.
        var queue: FrameOutput?
    }

    /// The orders that the render thread reads at each turn.
    struct Values {
        var options: ViewOptions
        /// The window, once there is one.
        var target: LiveView.Target?
        /// The reason why the window cannot be made anew.
        var targetFault: LiveViewError?
        /// The mode of the first picture, once that is known.
        var expected: CaptureMode?
        /// True when the window is to be shown although there is no picture yet.
        var drawsEmpty = false
        /// The pictures in their order.
        var channels: [Input] = []
        /// The outputs of which the newest frames are shown.
        var slots: [FrameOutput] = []
        var arrangement = LiveViewArrangement.row
        var background = BackgroundColor.black
        var isEnabled = true
        var isFrozen = false
        /// Those that want the picture; reading forgets them.
        var photographs: [PhotographHandler] = []
        /// Those that want to know when the frames that wait have been handed to outputs; reading forgets them.
        var drains: [Drain] = []
        /// True when the picture is to be drawn once more; reading forgets it.
        var redraw = false
        var stop = false
        /// True once nobody follows orders any more.
        var hasEnded = false
    }

    /// The patience of those that want to know when frames have been handed over.
    enum DrainPatience {
        /// Until all are.
        case all
        /// Until there was time enough for filters as slow as usual.
        case some
    }

    /// Somebody who wants to know when frames have been handed over.
    struct Drain: Sendable {
        let patience: DrainPatience
        let handler: @Sendable () -> Void
    }

    /// A closure that gets a picture, or the reason why there is none.
    typealias PhotographHandler = @Sendable (Result<OffscreenPicture, LiveViewError>) -> Void

    private let values: Mutex<Values>
    private let bell: Wakeup
    /// The look at the thread, for as long as it lives.
    let watch: RenderWatch
    /// Open once the thread draws nothing more in the window.
    private let lastPicture: Gate
    /// Open once nothing of Vulkan's is left, or used.
    private let release: Gate
    /// True while the thread waits for frames; only then do they ring, for many come that could not be shown.
    private let isFrameAwaited = Atomic(false)
    /// True when something else than a frame has rung.
    private let hasNews = Atomic(false)

    init(options: ViewOptions) throws(SystemError) {
        values = Mutex(Values(options: options))
        bell = try Wakeup()
        watch = try RenderWatch()
        (lastPicture, release) = (try Gate(), try Gate())
    }

    /// Wakes the thread.
    func ring() {
        hasNews.store(true, ordering: .sequentiallyConsistent)
        bell.ring()
    }

    /// Makes the next wait none, though nothing is new.
    func again() { bell.ring() }

    /// Takes frames from other outputs from now on.
    ///
    /// - Parameter channels: The pictures in their order, with their sources.
    func setInputs(_ channels: [Input]) {
        let slots = channels.compactMap { $0.queue == nil ? $0.slot : nil }
        let queues = channels.compactMap(\.queue)
        let last = values.withLock { values in
            defer { (values.channels, values.slots) = (channels, slots) }
            return values.slots + values.channels.compactMap(\.queue)
        }
        for old in last where !(slots + queues).contains(where: { $0 === old }) { old.onArrival(nil) }
        for slot in slots {
            slot.onArrival { [weak self] in
                guard let self, isFrameAwaited.load(ordering: .sequentiallyConsistent) else { return }
                ring()
            }
        }
        for queue in queues { queue.onArrival { [bell] in bell.ring() } }
        ring()
    }

    /// Changes the orders; the thread reads them at its next turn, which begins now.
    func change(_ edit: (inout Values) -> Void) {
        values.withLock { edit(&$0) }
        ring()
    }

    /// Calls a closure with each channel, under a lock.
    func forEachChannel(_ body: (LiveViewChannel) -> Void) {
        values.withLock { values in for input in values.channels { body(input.channel) } }
    }

    /// Changes a condition of all pictures, and with it their states.
    func changeStandings(_ edit: (inout ViewStanding.Condition) -> Void) {
        let channels = values.withLock { $0.channels.map(\.channel) }
        for channel in channels { channel.standing.change(edit) }
    }

    /// Asks for the picture.
    ///
    /// - Returns: False when nobody will bring it any more.
    func photograph(_ handler: @escaping PhotographHandler) -> Bool {
        enter { $0.photographs.append(handler) }
    }

    /// Asks for a call once the frames that wait have been handed to outputs.
    ///
    /// - Returns: False when nobody will hand them over any more.
    func whenServed(_ patience: DrainPatience, _ handler: @escaping @Sendable () -> Void) -> Bool {
        enter { $0.drains.append(Drain(patience: patience, handler: handler)) }
    }

    /// Changes something unless the thread has ended; tells whether it was changed.
    private func enter(_ edit: (inout Values) -> Void) -> Bool {
        let isTaken = values.withLock { values in
            if !values.hasEnded { edit(&values) }
            return !values.hasEnded
        }
        ring()
        return isTaken
    }

    /// Waits until the thread draws nothing more in the window.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of the monotonic clock.
    func waitForLastPicture(until deadline: Int64) { _ = lastPicture.wait(until: deadline) }

    /// Waits until the thread uses nothing of Vulkan's and of the window any more.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of the monotonic clock.
    /// - Returns: False where it does still.
    func waitForRelease(until deadline: Int64) -> Bool { release.wait(until: deadline) }

    // MARK: - The render thread's side

    /// Tells that nothing more is drawn in the window.
    func lastPictureIsDrawn() { lastPicture.open() }

    /// Tells that nothing of Vulkan's and of the window is used any more.
    func isReleased() {
        watch.end()
        lastPicture.open()
        release.open()
    }

    /// Tells that nobody follows orders any more, and answers those that wait still.
    func end() {
        let (photographs, drains) = values.withLock { values in
            values.hasEnded = true
            defer { (values.photographs, values.drains) = ([], []) }
            return (values.photographs, values.drains)
        }
        for handler in photographs { handler(.failure(.closed)) }
        for drain in drains { drain.handler() }
    }

    func take() -> Values {
        values.withLock { values in
            defer {
                values.redraw = false
                (values.photographs, values.drains) = ([], [])
            }
            return values
        }
    }

    /// Sleeps until another thread rings.
    ///
    /// - Parameters:
    ///   - deadline: The moment to wake at the latest, in nanoseconds of the monotonic clock; nil for none.
    ///   - slots: The outputs whose frames ring, too.
    /// - Returns: True when something else than frames for others has rung before the deadline.
    func wait(until deadline: Int64?, forFramesOf slots: [FrameOutput]) -> Bool {
        watch.sleeps()
        defer { watch.works() }
        isFrameAwaited.store(!slots.isEmpty, ordering: .sequentiallyConsistent)
        // A source that rests is to know that somebody looks.
        for slot in slots { slot.request() }
        // A frame that came before the line above has not rung.
        if slots.contains(where: { $0.waiting != nil }) { return true }
        defer { isFrameAwaited.store(false, ordering: .relaxed) }
        return bell.wait(until: deadline) && hasNews.exchange(false, ordering: .sequentiallyConsistent)
    }
}
