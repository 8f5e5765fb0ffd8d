internal import Frames
internal import VulkanCore

/// The push constants of a draw; the layout is that of PictureConstants.glsl.
struct PictureConstants: BitwiseCopyable {
    /// The way across the picture.
    var columns: SIMD4<Int32>
    /// The way down the picture.
    var rows: SIMD4<Int32>
    /// The picture's size in pixels.
    var size: SIMD2<Int32>
    /// The rectangle's corner in the window.
    var origin: SIMD2<Int32>
    /// The rectangle's size.
    var covered: SIMD2<Int32>
    /// The number of pixels from row to row of the window, and an unused one.
    var windowWidth: SIMD2<Int32>
    /// The number of bytes before the first row of each plane in buffers.
    var offsets = SIMD4<Int32>()
    /// The number of bytes from row to row of each plane in buffers.
    var strides = SIMD4<Int32>()

    /// The number of bytes that the shaders see; every device takes 128.
    static let byteCount: UInt32 = 96

    init(
        _ picture: Picture, _ placement: Placement, in rectangle: Placement.Rectangle, window: PixelSize
    ) {
        columns = placement.columns.words
        rows = placement.rows.words
        size = SIMD2(picture.size)
        origin = SIMD2(Int32(rectangle.x), Int32(rectangle.y))
        covered = SIMD2(rectangle.size)
        windowWidth = SIMD2(Int32(window.width), 0)
    }

    /// Sets the places of planes in their buffers.
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
