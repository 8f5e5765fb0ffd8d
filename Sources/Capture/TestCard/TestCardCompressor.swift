internal import Frames
internal import LinuxIO

/// A compressor of the test card to JPEG pictures, 4:2:2 as most webcams make them.
struct TestCardCompressor {
    /// The places of the uncompressed picture's planes in ``bytes``.
    let layout: FrameLayout
    /// The number of bytes that a compressed picture never exceeds.
    let byteCountLimit: Int
    private let encoder: JPEGEncoder
    private let planes: BufferRotation

    init(size: PixelSize) throws(CaptureFault) {
        layout = FrameLayout(format: .i422, size: size)
        planes = BufferRotation(count: 1, byteCount: layout.byteCount())
        do throws(JPEGError) {
            encoder = try JPEGEncoder()
            byteCountLimit = try JPEGEncoder.byteCountLimit(of: layout)
        } catch {
            throw CaptureFault(.unsupported, "the test card cannot be compressed: \(error)")
        }
    }

    /// The uncompressed picture.
    var bytes: UnsafeMutableRawBufferPointer { unsafe planes.buffers[0].memories[0] }

    /// Compresses the picture.
    ///
    /// - Parameter target: The memory for the compressed picture, at least ``byteCountLimit`` bytes.
    /// - Returns: The compressed picture's length.
    /// - Throws: A fault with the library's words.
    func compress(into target: UnsafeMutableRawBufferPointer) throws(CaptureFault) -> Int {
        do throws(JPEGError) {
            return try unsafe encoder.encode(UnsafeRawBufferPointer(bytes), layout: layout, into: target)
        } catch {
            throw CaptureFault(.io, "the test card cannot be compressed: \(error)")
        }
    }
}
