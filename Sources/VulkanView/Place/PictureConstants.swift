internal import Frames
internal import VulkanCore

/// What a draw passes to its shaders as push constants; the layout is that of PictureConstants.glsl.
struct PictureConstants: BitwiseCopyable {
    /// The way across the picture.
    var columns: SIMD4<Int32>
    /// The way down the picture.
    var rows: SIMD4<Int32>
    /// The picture in pixels.
    var size: SIMD2<Int32>
    /// The rectangle's corner in the window.
    var origin: SIMD2<Int32>
    /// The rectangle's size.
    var covered: SIMD2<Int32>
    /// Pixels from row to row of the window, and nothing.
    var windowWidth: SIMD2<Int32>
    /// Bytes before the first row of planes in buffers.
    var offsets = SIMD4<Int32>()
    /// Bytes from row to row of planes in buffers.
    var strides = SIMD4<Int32>()

    /// Bytes that the shaders see; every device has 128.
    static let byteCount: UInt32 = 96

    init(_ picture: Picture, _ placement: Placement, window: PixelSize) {
        columns = placement.columns.words
        rows = placement.rows.words
        size = SIMD2(picture.size)
        origin = SIMD2(Int32(placement.rectangle.x), Int32(placement.rectangle.y))
        covered = SIMD2(placement.rectangle.size)
        windowWidth = SIMD2(Int32(window.width), 0)
    }

    /// Says where planes lie in their buffers.
    mutating func place(_ buffers: PlaneBuffers) {
        for (index, plane) in buffers.planes.enumerated() where index < 3 {
            offsets[index] = Int32(truncatingIfNeeded: plane.offset)
            strides[index] = Int32(truncatingIfNeeded: plane.stride)
        }
    }
}

extension SIMD2<Int32> {
    fileprivate init(_ size: PixelSize) { self.init(Int32(size.width), Int32(size.height)) }
}
