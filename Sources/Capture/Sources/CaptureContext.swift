internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization

/// A source at work that fills frames on a session's thread until it is told to stop.
protocol FrameProducer {
    /// Opens the source, publishes its frames, and closes it.
    ///
    /// - Parameter context: The session, which takes the frames and says when to stop.
    /// - Throws: The reason why it cannot go on.
    func run(_ context: CaptureContext) throws(CaptureFault)
}

/// The state that a session's thread shares with the session's owner.
///
/// Thread-safe.
final class CaptureContext: Sendable {
    private static let longestRest: Int64 = 1_500_000_000

    /// A bell that rings when the session is to stop; producers wait for it together with their source.
    let bell: Wakeup
    let counter = CaptureCounter()
    let logger: Logger
    /// The exchange with the consumer about memory; nil when the session was given none.
    let memory: FrameMemoryExchange?
    private let output: LatestFrame
    /// A bell that rings when someone looks again.
    private let attention: Wakeup
    private let report: @Sendable (CaptureEvent) -> Void
    private let stopped = Atomic(false)
    private let lastMode = Mutex<CaptureMode?>(nil)
    private let steps = Mutex(CaptureStart(began: MonotonicClock.now()))

    init(
        output: LatestFrame, bell: Wakeup, attention: Wakeup, memory: FrameMemoryExchange?, logger: Logger,
        report: @escaping @Sendable (CaptureEvent) -> Void
    ) {
        self.memory = memory
        self.output = output
        self.bell = bell
        self.attention = attention
        self.logger = logger
        self.report = report
        output.onReturn { attention.ring() }
    }

    var isStopped: Bool { stopped.load(ordering: .acquiring) }

    /// The moments of the session's first steps.
    var start: CaptureStart { steps.withLock { $0 } }

    /// Notes that a step is taken, the first time.
    func note(_ step: any WritableKeyPath<CaptureStart, Int64?> & Sendable) {
        let now = MonotonicClock.now()
        steps.withLock { steps in steps[keyPath: step] = steps[keyPath: step] ?? now }
    }

    /// Notes that the source's mode is known, and reports it the first time.
    func opened(_ mode: CaptureMode) {
        let isFirst = start.modeKnown == nil
        note(\.modeKnown)
        if isFirst { tell(.opened(mode)) }
    }

    /// Waits while nobody looks at the pictures, for a limited time, so that the one in the slot does not get old.
    ///
    /// Frames that the source makes or loses meanwhile are not counted.
    ///
    /// - Returns: True when it has waited.
    func restWhileNeglected() -> Bool {
        guard output.isNeglected, !isStopped else { return false }
        _ = try? Poll.wait(
            for: Poll.Entry(bell.descriptor, .readable), and: Poll.Entry(attention.descriptor, .readable),
            until: MonotonicClock.now() + CaptureContext.longestRest)
        attention.clear()
        counter.restarted()
        return true
    }

    func stop() {
        stopped.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Runs the source; the body of the session's thread.
    func run(_ source: Source, _ request: ModeRequest) {
        steps.withLock { $0.began = MonotonicClock.now() }
        do throws(CaptureFault) {
            try source.producer(request).run(self)
            tell(.ended)
        } catch {
            tell(.failed(error))
        }
    }

    /// Hands a frame over; the first one of the session and the first one of another mode are reported.
    func publish(_ frame: consuming Frame, mode: CaptureMode) {
        guard !isStopped else { return }
        counter.published(at: frame.arrival)
        output.publish(consume frame)
        let before = lastMode.withLock { last in
            defer { last = mode }
            return last
        }
        if before == nil {
            note(\.firstFrame)
            tell(.streaming(mode))
        } else if before != mode {
            tell(.modeChanged(mode))
        }
    }

    /// Reports an event, unless the session was stopped.
    func tell(_ event: CaptureEvent) {
        if !isStopped { report(event) }
    }
}
