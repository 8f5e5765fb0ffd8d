public import LinuxIO
internal import Synchronization

/// A consumer's own memory and its ability to read others': a source asks before it allocates buffers.
///
/// Thread-safe: asked on the source's thread.
public protocol FrameMemoryProvider: AnyObject, Sendable {
    /// The reason why dma-bufs are of no use to the consumer; nil when it can read them.
    var exportRefusal: String? { get }
    /// The reason why the consumer has no memory to be filled; nil when it has.
    var provisionRefusal: String? { get }

    /// Makes a buffer of memory that the consumer reads in place.
    ///
    /// - Parameters:
    ///   - index: The number at its source.
    ///   - byteCounts: The size of each memory.
    ///   - origin: The source's one origin, shared by all of its buffers.
    /// - Returns: A buffer whose memories start at pages and are at least as large as asked.
    /// - Throws: The reason why there is none.
    func makeBuffer(index: Int, byteCounts: [Int], origin: MemoryOrigin) throws(MemoryRefusal) -> FrameBuffer

    /// Prepares to read a buffer by its ``FrameBuffer/exports``.
    ///
    /// - Throws: The reason why that cannot be done.
    func adopt(_ buffer: FrameBuffer) throws(MemoryRefusal)
}

/// The reason why memory cannot be read in place: words without a period, as part of a sentence.
public struct MemoryRefusal: Error, Equatable, Sendable {
    /// The words of the reason.
    public let reason: String

    /// Makes a refusal.
    public init(_ reason: String) { self.reason = reason }
}

/// The answer that a source gets at a ``FrameMemoryExchange``.
public enum FrameMemoryAnswer: Sendable {
    /// The consumer's provider.
    case provider(any FrameMemoryProvider)
    /// The consumer wants nothing but plain memory.
    case none
    /// The consumer was not ready in time; it may still read dma-bufs.
    case late
}

/// The meeting of a source that opens and a consumer that starts: the source waits a while for the consumer's provider.
///
/// Thread-safe.
public final class FrameMemoryExchange: Sendable {
    private let gate: Gate
    private let patience: Int64
    private let answer = Mutex(FrameMemoryAnswer.late)

    /// Makes an exchange that waits for its consumer.
    ///
    /// - Parameter patience: The longest time that a source waits, in nanoseconds.
    /// - Throws: The error of a process that has no descriptor left.
    public init(patience: Int64 = 500_000_000) throws(SystemError) {
        gate = try Gate()
        self.patience = patience
    }

    /// Tells that the consumer is ready; nil when it wants plain memory, or when there will be no consumer.
    public func offer(_ provider: (any FrameMemoryProvider)?) {
        answer.withLock { $0 = provider.map { .provider($0) } ?? .none }
        gate.open()
    }

    /// Waits for the consumer's answer, but never longer than the patience.
    ///
    /// - Parameter interruption: A bell that ends the wait, too, and goes on ringing; nil for none.
    /// - Returns: The answer.
    public func answered(or interruption: Wakeup? = nil) -> FrameMemoryAnswer {
        _ = gate.wait(until: MonotonicClock.now() + patience, or: interruption)
        return answer.withLock { $0 }
    }
}
