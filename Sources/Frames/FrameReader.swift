public import LinuxIO
internal import Synchronization

/// A thread that calls a closure with the frames of an output, one after the other.
///
/// The closure may take as long as it likes: what does not fit into the output meanwhile is lost there, and counted; neither the source nor
/// another output waits for it. A reader that is let go ends its output. Thread-safe.
public final class FrameReader: Sendable {
    /// The output that is read; its ``FrameOutput/statistics`` tell what was lost.
    public let output: FrameOutput
    private let ended: Gate
    private let thread: SystemThread
    private let outcome: Outcome

    /// A week, in seconds.
    private static let longestPeriod = 604_800.0

    private final class Outcome: Sendable {
        let failure = Mutex<(any Error)?>(nil)
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - output: The frames; no one else takes them.
    ///   - rate: The largest number of frames per second, above zero; nil for as many as come.
    ///   - name: The thread's name; at most 15 bytes are kept.
    ///   - read: Called on the thread with each frame, which it may keep. An error ends the reading and the output; ``failure``
    ///     has it.
    /// - Throws: The error of a process that has no descriptor or no thread left.
    public init(
        _ output: FrameOutput, atMost rate: Rational? = nil, name: String = "frames",
        _ read: @escaping @Sendable (Frame) throws -> Void
    ) throws(SystemError) {
        let bell = try Wakeup()
        let outcome = Outcome()
        let period = rate?.reciprocal.map { Int64(min($0.value, Self.longestPeriod) * 1e9) } ?? 0
        output.onArrival { bell.ring() }
        let ended = try Gate()
        thread = try SystemThread(name: name) {
            defer { ended.open() }
            var next = Int64.min
            while true {
                let isFinished = output.isFinished
                if !isFinished, MonotonicClock.now() < next {
                    // Frames ring, and so does the end.
                    bell.wait(until: next)
                    continue
                }
                var taken = output.take()
                guard let frame = taken else {
                    if isFinished { return }
                    bell.wait()
                    continue
                }
                next = MonotonicClock.now() + period
                do {
                    try read(frame)
                } catch {
                    outcome.failure.withLock { $0 = error }
                    output.finish()
                    output.expire()
                    return
                }
                Frame.release(&taken)
            }
        }
        self.output = output
        self.ended = ended
        self.outcome = outcome
    }

    deinit { output.finish() }

    /// The error that ended the reading; nil while there was none.
    public var failure: (any Error)? { outcome.failure.withLock { $0 } }

    /// Ends the output, and waits until the frames that wait there have been read.
    ///
    /// - Parameter seconds: The longest wait.
    /// - Returns: True when all are read; false, at once, inside of the closure.
    @discardableResult
    public func finish(within seconds: Int = 10) -> Bool {
        output.finish()
        guard !thread.isCurrent else { return false }
        return ended.wait(until: MonotonicClock.moment(in: seconds))
    }
}
