import Frames
import Glibc
import LinuxIO

/// A camera of three buffers, which it fills again and again with the processor, as drivers of USB cameras do.
final class Camera {
    private let layout: FrameLayout
    private let buffers: [FrameBuffer]
    private var turn = 0

    /// Makes the buffers.
    ///
    /// - Parameters:
    ///   - format: The format of its frames.
    ///   - size: Their size.
    ///   - stride: The bytes from one row of the first plane to the next; nil for no padding.
    ///   - isShared: True for memory that devices can import; a file in memory stands for a dma-buf.
    init(_ format: PixelFormat, _ size: PixelSize, stride: Int? = nil, isShared: Bool) {
        let tight = FrameLayout(format: format, size: size)
        let layout = FrameLayout(format: format, size: size, stride: stride ?? tight.planes[0].stride)
        self.layout = layout
        let origin = MemoryOrigin(
            exportRefusal: isShared ? nil : "the camera exports nothing",
            provisionRefusal: "the camera fills memory of its own")
        buffers = (0..<3).map { index in
            let pages = Pages(byteCount: layout.byteCount(), isShared: isShared)
            let exports = pages.shared.map { [$0] } ?? []
            return FrameBuffer(
                index: index, memories: [pages.bytes], exports: exports, origin: origin, owner: pages)
        }
    }

    /// Fills the next buffer with noise.
    func frame(seed: Int) -> Frame {
        let buffer = buffers[turn % buffers.count]
        turn += 1
        var noise = Noise(seed)
        buffer.memories[0].copyBytes(from: noise.bytes(layout.byteCount()))
        return Frame(
            buffer: buffer, byteCount: layout.byteCount(), layout: layout,
            color: .assumed(for: layout.format, height: layout.size.height),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0, recycler: nil)
    }
}

/// Whole pages, of a file in memory or not.
private final class Pages: @unchecked Sendable {
    // Sendable: nothing changes after `init`; the camera alone writes the bytes, on the test's thread.
    let bytes: UnsafeMutableRawBufferPointer
    let shared: SharedMemory?

    init(byteCount: Int, isShared: Bool) {
        let count = (byteCount + 4095) / 4096 * 4096
        let file = isShared ? Pages.makeFile() : -1
        if isShared { precondition(file >= 0 && ftruncate(file, count) == 0) }
        let flags = isShared ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS
        let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, file, 0)
        precondition(start != MAP_FAILED)
        bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
        shared = isShared ? SharedMemory(owning: Descriptor(owning: file)) : nil
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    private static func makeFile() -> Int32 {
        let name = "/viewfinder-camera-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        defer { shm_unlink(name) }
        return shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    }
}
