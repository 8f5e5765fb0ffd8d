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
    /// The number of pixels from row to row of the window, and the shifts of chroma for the general way.
    var windowWidth: SIMD2<Int32>
    /// The number of bytes before the first row of each plane in buffers, and the first channel's row for the general way.
    ///
    /// Textures have no such places: there it is the left and the upper edge in the clip space of the cell.
    var offsets: SIMD4<Int32>
    /// The number of bytes from row to row of each plane in buffers, or the right and the lower edge, and the second channel's row.
    var strides: SIMD4<Int32>
    /// The weights of red, green and blue for the general way, four of 16 bits each, and the third channel's row.
    var weights = SIMD8<Int32>()

    /// The number of bytes that the shaders see; every device takes so many.
    static let byteCount: UInt32 = 128

    init(
        _ picture: Picture, _ placement: Placement, in rectangle: Placement.Rectangle, window: PixelSize
    ) {
        columns = placement.columns.words
        rows = placement.rows.words
        size = SIMD2(picture.size)
        origin = SIMD2(Int32(rectangle.x), Int32(rectangle.y))
        covered = SIMD2(rectangle.size)
        windowWidth = SIMD2(Int32(window.width), 0)
        offsets = SIMD4(corner: placement.vertices[0])
        strides = SIMD4(corner: placement.vertices[3])
        if !picture.hasPattern { describe(SampleNumbers(picture)) }
    }

    private mutating func describe(_ numbers: SampleNumbers) {
        windowWidth.y = numbers.columnShift | numbers.rowShift << 8
        let channels = numbers.channels.map { Int32(bitPattern: $0) }
        (offsets.w, strides.w, weights[6]) = (channels[0], channels[1], channels[2])
        for (color, row) in numbers.weights.rows.enumerated() {
            weights[color * 2] = row.x & 0xffff | row.y << 16
            weights[color * 2 + 1] = row.z & 0xffff | row.w << 16
        }
    }

    /// Sets the places of planes in their buffers.
    mutating func place(_ buffers: PlaneBuffers) {
        for (index, plane) in buffers.planes.enumerated() where index < 3 {
            offsets[index] = Int32(truncatingIfNeeded: plane.offset)
            strides[index] = Int32(truncatingIfNeeded: plane.stride)
        }
    }
}

extension SIMD4<Int32> {
    fileprivate init(corner: Placement.Vertex) {
        self.init(
            Int32(bitPattern: corner.x.bitPattern), Int32(bitPattern: corner.y.bitPattern), 0, 0)
    }
}

extension SIMD2<Int32> {
    fileprivate init(_ size: PixelSize) { self.init(Int32(size.width), Int32(size.height)) }
}
