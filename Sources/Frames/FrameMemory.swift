public import LinuxIO
internal import Synchronization

/// What a consumer of frames can do with memory, and memory of its own: a source asks before it allocates buffers.
///
/// Thread-safe: asked on the source's thread.
public protocol FrameMemoryProvider: AnyObject, Sendable {
    /// Why dma-bufs are of no use to the consumer; nil when it can read them.
    var exportRefusal: String? { get }
    /// Why the consumer has no memory to be filled; nil when it has.
    var provisionRefusal: String? { get }

    /// Makes a buffer of memory that the consumer reads in place.
    ///
    /// - Parameters:
    ///   - index: The number at its source.
    ///   - byteCounts: The size of each memory.
    ///   - origin: The same for all buffers of the source.
    /// - Returns: A buffer whose memories start at pages and are at least as large as asked.
    /// - Throws: Why there is none.
    func makeBuffer(index: Int, byteCounts: [Int], origin: MemoryOrigin) throws(MemoryRefusal) -> FrameBuffer

    /// Prepares to read a buffer by its ``FrameBuffer/exports``.
    ///
    /// - Throws: Why that cannot be done.
    func adopt(_ buffer: FrameBuffer) throws(MemoryRefusal)
}

/// Why memory cannot be read in place: words without a period, as part of a sentence.
public struct MemoryRefusal: Error, Equatable, Sendable {
    /// The words.
    public let reason: String

    /// Makes a refusal.
    public init(_ reason: String) { self.reason = reason }
}

/// Where a source that opens and a consumer that starts meet: the source waits a while for the consumer's provider.
///
/// Thread-safe.
public final class FrameMemoryExchange: Sendable {
    private let gate: Gate
    private let patience: Int64
    private let provider = Mutex<(any FrameMemoryProvider)?>(nil)

    /// Makes an exchange that waits for its consumer.
    ///
    /// - Parameter patience: How long a source waits, in nanoseconds.
    /// - Throws: When the process has no descriptor left.
    public init(patience: Int64 = 500_000_000) throws(SystemError) {
        gate = try Gate()
        self.patience = patience
    }

    /// The consumer is ready; nil when there will be none.
    public func offer(_ provider: (any FrameMemoryProvider)?) {
        self.provider.withLock { $0 = provider }
        gate.open()
    }

    /// The consumer's provider; waits for it, but never longer than the patience.
    ///
    /// - Returns: Nil when there is none, or it was not ready in time.
    public func awaitProvider() -> (any FrameMemoryProvider)? {
        guard gate.wait(until: MonotonicClock.now() + patience) else { return nil }
        return provider.withLock { $0 }
    }
}
