internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization

/// A source at work on a thread of its own, from its opening to its end: it fills buffers and publishes them.
///
/// Thread-safe. One that is let go without ``stop()`` ends by itself soon after.
final class CaptureRun: Sendable {
    /// The longest time that a thread is waited for, in nanoseconds.
    static let patience: Int64 = 3_000_000_000

    private let configuration: CaptureConfiguration
    private let context: CaptureContext
    private let thread = Mutex<SystemThread?>(nil)
    /// The answer of the last ``stop()``; nil before the first.
    private let hasEnded = Mutex<Bool?>(nil)

    /// Makes a run that has not begun.
    ///
    /// Every run reports ``CaptureEvent/opened(_:)`` and ``CaptureEvent/streaming(_:)`` once and then, unless it
    /// is stopped, one of ``CaptureEvent/failed(_:)`` and ``CaptureEvent/ended``; a source that cannot be opened only
    /// fails.
    ///
    /// - Parameters:
    ///   - configuration: The source of the pictures, and the wishes for a camera's mode.
    ///   - outputs: They get every good frame. While none of them wants any, cameras and the test card come only now and then.
    ///   - memory: The exchange by which a camera learns in which memory the frames are read best; nil for plain
    ///     memory.
    ///   - encoder: Makes the encoder of a test card in a compressed format; nil where such a card is refused.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    ///   - calls: The way of all calls on devices.
    ///   - turn: The turn to publish, which the runs of a session share.
    ///   - mayTakeLess: False where a bus without room is to be told, since another run can make room, before smaller pictures are tried.
    ///   - admit: Called on the run's thread before the first frame is handed over, until it says true.
    ///   - report: Called on the run's thread; must not block and must not call ``stop()``.
    /// - Throws: The error of a process that has no descriptor left.
    init(
        _ configuration: CaptureConfiguration, outputs: FrameFanOut, memory: FrameMemoryExchange? = nil,
        encoder: (@Sendable () throws -> any PlaneEncoder)? = nil, logger: Logger,
        calls: DeviceCalls = .system, turn: PublishingTurn = PublishingTurn(),
        mayTakeLess: Bool = true,
        admit: @escaping @Sendable () -> Bool = { true },
        report: @escaping @Sendable (CaptureEvent) -> Void
    ) throws(SystemError) {
        let context = CaptureContext(
            outputs: outputs, bell: try Wakeup(), attention: try Wakeup(), memory: memory, encoder: encoder,
            logger: logger, calls: calls, turn: turn, mayTakeLess: mayTakeLess, admit: admit, report: report)
        self.configuration = configuration
        self.context = context
    }

    /// Starts the thread, once, and returns: the source is opened there.
    ///
    /// - Throws: The error of a thread that cannot be made.
    func begin() throws(SystemError) {
        let started = try SystemThread(name: "camera") { [context, configuration] in
            context.run(configuration)
        }
        thread.withLock { $0 = started }
    }

    deinit { context.stop() }

    /// Wakes a source that rests, since somebody looks again.
    func wake() { context.attention.ring() }

    /// Holds the frames back, with the source open, or goes on.
    func setPaused(_ isPaused: Bool) { context.setPaused(isPaused) }

    /// Ends the run without waiting for its end: nothing is published or reported from now on.
    func cancel() { context.stop() }

    /// Ends the run: nothing is published or reported after it, and the camera is free for others.
    ///
    /// Frames that are still held stay valid; their memory goes with the last of them. Waits for the thread,
    /// but never longer than three seconds, should a driver hang; after that it is only asked.
    ///
    /// - Parameter deadline: An earlier moment to stop waiting, in nanoseconds of `MonotonicClock`.
    /// - Returns: True when the thread has ended; otherwise the driver still holds the camera.
    @discardableResult
    func stop(until deadline: Int64 = .max) -> Bool {
        context.stop()
        return hasEnded.withLock { hasEnded in
            if hasEnded == true { return true }
            // A driver that has hung once is asked again, and not waited for.
            let patience = hasEnded == nil ? CaptureRun.patience : 0
            let end = min(deadline, MonotonicClock.now() + patience)
            let answer = thread.withLock { $0 }?.join(until: end) ?? true
            hasEnded = answer
            return answer
        }
    }

    /// The source.
    var source: Source { configuration.source }

    /// The last mode that the source was set to; nil before the first.
    var mode: CaptureMode? { context.mode }

    /// Waits for the end of the thread.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of `MonotonicClock`.
    /// - Returns: True when it has ended.
    func isOver(until deadline: Int64) -> Bool {
        thread.withLock { $0 }?.join(until: deadline) ?? true
    }

    /// True while the camera's driver does not come back from a call.
    var isSilent: Bool { context.isSilent }

    /// The time until a call on the camera that is under way has lasted too long, in nanoseconds; all of it while there is none.
    var remainingPatience: Int64 { context.remainingPatience }

    /// The processor time that the run's thread has used, in nanoseconds.
    var processorTime: Int64 { thread.withLock { $0?.processorTime } ?? 0 }

    /// The run's counts so far.
    var statistics: CaptureStatistics { context.counter.statistics }

    /// The device node that was opened, without links; nil for other sources, and before.
    var node: String? { context.node }

    /// The place where the opened camera is plugged in; nil where its driver does not tell, for other sources, and before.
    var bus: String? { context.bus }

    /// The faults of the wishes for controls that the camera did not take.
    var controlFaults: [CaptureFault] { context.controlFaults }

    /// The modes that the source offered when it was opened; none for a source that has only one, and before.
    var offers: [ModeOffer] { context.offers }

    /// The moments of the run's first steps.
    var start: CaptureStart { context.start }
}
