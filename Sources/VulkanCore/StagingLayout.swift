internal import Frames

/// Where the planes of a picture lie in memory of our own, on their way into textures.
struct StagingLayout: Equatable {
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

    /// No planes.
    init() {}

    /// Lays rows without padding; nothing of the camera's own padding is copied.
    init(format: PixelFormat, size: PixelSize) {
        for plane in format.planes {
            let elements = plane.size(of: size)
            let row = elements.width * plane.bytes
            planes.append(Plane(offset: byteCount, stride: row, rowBytes: row, rows: elements.height))
            let end = byteCount + row * elements.height
            byteCount = (end + Self.alignment - 1) / Self.alignment * Self.alignment
        }
    }
}
