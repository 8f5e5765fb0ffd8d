internal import Frames

/// Where the planes of a picture lie in memory of our own, on their way into textures.
struct StagingLayout {
    /// One plane's place.
    struct Plane: Equatable {
        /// Bytes from the start of the memory to the first row.
        let offset: Int
        /// Bytes from row to row.
        let stride: Int
        /// Bytes of a row that carry picture.
        let rowBytes: Int
        /// Rows.
        let rows: Int
    }

    /// The planes, in the order of the pixel format's.
    private(set) var planes: [Plane] = []
    /// Bytes of all planes together.
    private(set) var byteCount = 0

    /// Devices copy fastest from such offsets (`optimalBufferCopyOffsetAlignment` is at most this in practice).
    private static let alignment = 256

    private var shape: (format: PixelFormat, size: PixelSize)?

    /// No planes.
    init() {}

    /// Whether it is the layout of such pictures.
    func isOf(_ format: PixelFormat, _ size: PixelSize) -> Bool {
        shape.map { $0.format == format && $0.size == size } ?? false
    }

    /// Lays rows one after the other, each from a whole word on, as kernels that read words like it.
    init(format: PixelFormat, size: PixelSize) {
        shape = (format, size)
        for plane in format.planes {
            let elements = plane.size(of: size)
            let rowBytes = elements.width * plane.bytes
            let stride = (rowBytes + 3) / 4 * 4
            planes.append(Plane(offset: byteCount, stride: stride, rowBytes: rowBytes, rows: elements.height))
            let end = byteCount + stride * elements.height
            byteCount = (end + Self.alignment - 1) / Self.alignment * Self.alignment
        }
    }
}
