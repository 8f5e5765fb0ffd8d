internal import Frames

/// The places of a picture's planes in memory of our own, where the GPU reads them.
struct StagingLayout {
    /// The place of one plane.
    struct Plane: Equatable {
        /// The number of bytes from the start of the memory to the first row.
        let offset: Int
        /// The number of bytes from row to row.
        let stride: Int
        /// The number of bytes of a row that carry picture.
        let rowBytes: Int
        /// The number of rows.
        let rows: Int
    }

    /// The planes, in the order of the pixel format's.
    private(set) var planes: [Plane] = []
    /// The places of the planes alone.
    private(set) var places: [PlaneLayout] = []
    /// The number of bytes of all planes together.
    private(set) var byteCount = 0

    /// The alignment of planes, for fast copies (`optimalBufferCopyOffsetAlignment` is at most this in practice).
    private static let alignment = 256

    private var shape: (format: PixelFormat, size: PixelSize)?

    /// Makes a layout without planes.
    init() {}

    /// Tells whether it is the layout of pictures of a format and a size.
    func isOf(_ format: PixelFormat, _ size: PixelSize) -> Bool {
        shape.map { $0.format == format && $0.size == size } ?? false
    }

    /// Lays rows one after the other, each from a whole word on, for kernels that read words.
    init(format: PixelFormat, size: PixelSize) {
        shape = (format, size)
        for plane in format.planes {
            let elements = plane.size(of: size)
            let rowBytes = elements.width * plane.bytes
            let stride = (rowBytes + 3) / 4 * 4
            planes.append(Plane(offset: byteCount, stride: stride, rowBytes: rowBytes, rows: elements.height))
            places.append(PlaneLayout(offset: byteCount, stride: stride))
            let end = byteCount + stride * elements.height
            byteCount = (end + Self.alignment - 1) / Self.alignment * Self.alignment
        }
    }
}
