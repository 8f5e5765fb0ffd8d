/// The layout of a picture's samples in memory.
///
/// Meanings are those of the kernel's V4L2 documentation; `fourCC` is the V4L2 code.
public enum PixelFormat: String, CaseIterable, Sendable, Codable {
    /// Luma plane, then interleaved Cb Cr at half width and half height.
    case nv12
    /// Packed Y Cb Y Cr, two pixels in four bytes.
    case yuyv
    /// Packed Cb Y Cr Y, two pixels in four bytes.
    case uyvy
    /// Luma, Cb, Cr planes; chroma at half width and half height.
    case i420
    /// Luma, Cb, Cr planes; chroma at half width (as in most webcams' JPEGs).
    case i422
    /// Luma, Cb, Cr planes; chroma at full size.
    case i444
    /// Luma, Cb, Cr planes; chroma at half height.
    case i440
    /// Luma, Cb, Cr planes; chroma at quarter width.
    case i411
    /// One byte of luma.
    case grey
    /// Blue, green, red, alpha bytes.
    case bgra
    /// Blue, green, red bytes and one unused.
    case bgrx
    /// Red, green, blue, alpha bytes.
    case rgba
    /// Red, green, blue bytes.
    case rgb24
    /// A JPEG picture per frame.
    case mjpeg

    /// The way from samples to colours.
    public enum Model: Sendable {
        /// Luma and two colour differences.
        case yCbCr
        /// Luma alone.
        case grey
        /// Red, green and blue.
        case rgb
        /// Entropy-coded bytes, to be decoded first.
        case compressed
    }

    /// The way from samples to colours.
    public var model: Model {
        switch self {
        case .nv12, .yuyv, .uyvy, .i420, .i422, .i444, .i440, .i411: .yCbCr
        case .grey: .grey
        case .bgra, .bgrx, .rgba, .rgb24: .rgb
        case .mjpeg: .compressed
        }
    }

    /// The V4L2 code of a buffer that holds all planes one after the other; nil for formats that only a JPEG decoder
    /// makes.
    public var fourCC: FourCC? {
        switch self {
        case .nv12: "NV12"
        case .yuyv: "YUYV"
        case .uyvy: "UYVY"
        case .i420: "YU12"
        case .i422: "422P"
        case .i444, .i440, .i411: nil
        case .grey: "GREY"
        case .bgra: "AR24"
        case .bgrx: "XR24"
        case .rgba: "AB24"
        case .rgb24: "RGB3"
        case .mjpeg: "MJPG"
        }
    }

    /// The format as users write it, in capitals (`NV12`, `MJPEG`).
    public var name: String { rawValue.uppercased() }

    /// Finds a format by its name or by its V4L2 code, whatever the case of the letters (`NV12`, `mjpg`, `YU12`).
    public init?(named text: String) {
        let text = text.uppercased()
        let found = PixelFormat.allCases.first { $0.name == text || $0.fourCC?.description == text }
        guard let found else { return nil }
        self = found
    }

    /// The planes of a picture, in the order of their memory; empty for compressed formats.
    public var planes: [PlaneFormat] {
        switch self {
        case .nv12: [PlaneFormat(bytes: 1), PlaneFormat(bytes: 2, columns: 2, rows: 2)]
        case .yuyv, .uyvy: [PlaneFormat(bytes: 4, columns: 2)]
        case .i420: .luma(chroma: PlaneFormat(bytes: 1, columns: 2, rows: 2))
        case .i422: .luma(chroma: PlaneFormat(bytes: 1, columns: 2))
        case .i444: .luma(chroma: PlaneFormat(bytes: 1))
        case .i440: .luma(chroma: PlaneFormat(bytes: 1, rows: 2))
        case .i411: .luma(chroma: PlaneFormat(bytes: 1, columns: 4))
        case .grey: [PlaneFormat(bytes: 1)]
        case .bgra, .bgrx, .rgba: [PlaneFormat(bytes: 4)]
        case .rgb24: [PlaneFormat(bytes: 3)]
        case .mjpeg: []
        }
    }
}

/// One plane of a pixel format: the size of an element and the pixels that share it.
public struct PlaneFormat: Equatable, Sendable {
    /// The number of bytes of one element (a sample, or a group of samples that lie together).
    public let bytes: Int
    /// The number of pixels side by side that share an element.
    public private(set) var columns = 1
    /// The number of pixels one above the other that share an element.
    public private(set) var rows = 1

    /// The plane's size in elements for a picture of the given size in pixels; odd sizes round up, and what no picture has counts as 2²⁴.
    public func size(of picture: PixelSize) -> PixelSize {
        let picture = PixelSize(width: min(picture.width, 1 << 24), height: min(picture.height, 1 << 24))
        return PixelSize(
            width: (max(0, picture.width) + columns - 1) / columns,
            height: (max(0, picture.height) + rows - 1) / rows)
    }
}

extension [PlaneFormat] {
    fileprivate static func luma(chroma: PlaneFormat) -> [PlaneFormat] {
        [PlaneFormat(bytes: 1), chroma, chroma]
    }
}
