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
        let buffers = (0..<count).map { index in
            let pages = Pages(byteCount: byteCount)
            return unsafe FrameBuffer(index: index, memories: [pages.bytes], owner: pages)
        }
        self.buffers = buffers
        free = Mutex(buffers.reversed())
        frames = FramePool(bufferCount: count)
    }

    /// Takes a buffer that nobody reads; nil while consumers hold them all.
    func take() -> FrameBuffer? { free.withLock { $0.popLast() } }

    var framePool: FramePool? { frames }

    func recycle(_ buffer: FrameBuffer) { free.withLock { $0.append(buffer) } }
}

@safe private final class Pages: @unchecked Sendable {
    // Sendable: the pointer never changes, and the buffer's contract says who may write when.
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        let page = 4096
        let whole = (max(1, byteCount) + page - 1) / page * page
        unsafe bytes = .allocate(byteCount: whole, alignment: page)
        // Not filled: pages that a producer never needs cost no memory.
    }

    deinit { unsafe bytes.deallocate() }
}
