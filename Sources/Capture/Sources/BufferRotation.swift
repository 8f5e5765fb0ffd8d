internal import Frames
internal import Synchronization

/// A few buffers of our own memory that a producer fills in turn.
///
/// Thread-safe: frames may come back on any thread, and after the producer has gone.
final class BufferRotation: FrameRecycler {
    /// One is shown, one still read by the GPU, one about to be shown, one in the slot; two are left to the source.
    static let defaultCount = 6

    private let free: Mutex<[FrameBuffer]>
    let frames: FramePool

    /// The buffers in the order of their numbers.
    let buffers: [FrameBuffer]

    /// Allocates the buffers.
    ///
    /// - Parameters:
    ///   - count: The number of buffers.
    ///   - byteCount: Bytes in each; rounded up to whole pages, which a GPU can import.
    init(count: Int = BufferRotation.defaultCount, byteCount: Int) {
        let buffers = (0..<count).map { FrameBuffer(index: $0, byteCounts: [byteCount]) }
        self.buffers = buffers
        free = Mutex(buffers.reversed())
        frames = FramePool(bufferCount: count)
    }

    /// Takes a buffer that nobody reads; nil while consumers hold them all.
    func take() -> FrameBuffer? { free.withLock { $0.popLast() } }

    var framePool: FramePool? { frames }

    var idleCount: Int { free.withLock { $0.count } }

    func recycle(_ buffer: FrameBuffer) { free.withLock { $0.append(buffer) } }
}
