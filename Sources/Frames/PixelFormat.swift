/// The layout of a picture's samples in memory: one row of a table, by which everything that reads or writes pictures goes.
///
/// Meanings are those of the kernel's V4L2 documentation. Later versions may have more, so that a `switch` over them needs a `default`.
public struct PixelFormat: RawRepresentable, CaseIterable, Hashable, Sendable, Codable,
    CustomStringConvertible
{
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

    /// The place in the table.
    private let number: UInt8

    /// All formats.
    public static let allCases = rows.indices.map { PixelFormat(number: UInt8($0)) }

    private init(number: UInt8) { self.number = number }

    /// The format of a row that is there.
    private init(_ text: StaticString) {
        let format = PixelFormat(rawValue: "\(text)")
        precondition(format != nil, "no row is named \(text)")
        self = format ?? PixelFormat(number: 0)
    }

    /// Finds a format by its name in files (`nv12`).
    public init?(rawValue: String) {
        guard let place = Self.rows.firstIndex(where: { $0.text == rawValue }) else { return nil }
        number = UInt8(place)
    }

    /// Finds a format by its name or by its V4L2 code, whatever the case of the letters (`NV12`, `mjpg`, `YU12`).
    public init?(named text: String) {
        let text = text.uppercased()
        let found = PixelFormat.allCases.first { $0.name == text || $0.fourCC?.description == text }
        guard let found else { return nil }
        self = found
    }

    /// Finds the format of planes of bytes for luma, Cb and Cr, by the pixels that share colour differences.
    ///
    /// - Parameters:
    ///   - columnShift: The number of pixels side by side that share one, as a shift.
    ///   - rowShift: The number of pixels one above the other that share one, as a shift.
    /// - Returns: The format; nil where there is none.
    public static func planar(columnShift: Int, rowShift: Int) -> PixelFormat? {
        allCases.first { format in
            guard format.model == .yCbCr, format.planes.count == 3, let samples = format.samples else {
                return false
            }
            return samples.channels[0].word == 8 && samples.chromaShifts == (columnShift, rowShift)
        }
    }

    private var row: Row { Self.rows[Int(number)] }

    /// Tells whether both are the same row.
    public static func == (one: PixelFormat, other: PixelFormat) -> Bool { one.number == other.number }
    /// Takes the row into a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The name in files (`nv12`).
    public var rawValue: String { row.text }
    /// The name in files (`nv12`).
    public var description: String { row.text }
    /// The format as users write it, in capitals (`NV12`, `MJPEG`).
    public var name: String { row.text.uppercased() }
    /// The way from samples to colours.
    public var model: Model { row.model }
    /// The V4L2 codes of a buffer that holds all planes one after the other, the usual one first; none for formats that only a JPEG
    /// decoder makes.
    public var codes: [FourCC] { row.codes }
    /// The V4L2 code of a buffer that holds all planes one after the other; nil for formats that only a JPEG decoder
    /// makes.
    public var fourCC: FourCC? { row.codes.first }
    /// The V4L2 code of a buffer with a memory for each plane; nil for none.
    public var separateCode: FourCC? { row.separate }
    /// The DRM code (`drm_fourcc.h`); nil for none.
    public var drmCode: FourCC? { row.drm }
    /// The name in GStreamer (`GstVideoFormat`) and in PipeWire (`spa_video_format`); nil for none.
    public var gstreamerName: String? { row.gstreamer }
    /// The places of the samples; nil for compressed formats.
    public var samples: SampleLayout? { row.samples }
    /// The planes of a picture, in the order of their memory; empty for compressed formats.
    public var planes: [PlaneFormat] { row.planes }
}

extension PixelFormat {
    /// Luma plane, then interleaved Cb Cr at half width and half height.
    public static let nv12 = PixelFormat("nv12")
    /// Packed Y Cb Y Cr, two pixels in four bytes.
    public static let yuyv = PixelFormat("yuyv")
    /// Packed Cb Y Cr Y, two pixels in four bytes.
    public static let uyvy = PixelFormat("uyvy")
    /// Luma, Cb, Cr planes; chroma at half width and half height.
    public static let i420 = PixelFormat("i420")
    /// Luma, Cb, Cr planes; chroma at half width (as in most webcams' JPEGs).
    public static let i422 = PixelFormat("i422")
    /// Luma, Cb, Cr planes; chroma at full size.
    public static let i444 = PixelFormat("i444")
    /// Luma, Cb, Cr planes; chroma at half height.
    public static let i440 = PixelFormat("i440")
    /// Luma, Cb, Cr planes; chroma at quarter width.
    public static let i411 = PixelFormat("i411")
    /// One byte of luma.
    public static let grey = PixelFormat("grey")
    /// Blue, green, red, alpha bytes.
    public static let bgra = PixelFormat("bgra")
    /// Blue, green, red bytes and one unused.
    public static let bgrx = PixelFormat("bgrx")
    /// Red, green, blue, alpha bytes.
    public static let rgba = PixelFormat("rgba")
    /// Red, green, blue bytes.
    public static let rgb24 = PixelFormat("rgb24")
    /// Luma plane, then interleaved Cb Cr at half width and half height, 10 bits a sample: the upper ones of 16.
    public static let p010 = PixelFormat("p010")
    /// A JPEG picture per frame.
    public static let mjpeg = PixelFormat("mjpeg")

    /// The facts about a format.
    private struct Row: Sendable {
        let text: String
        let model: Model
        let codes: [FourCC]
        let separate: FourCC?
        let drm: FourCC?
        let gstreamer: String?
        let samples: SampleLayout?
        let planes: [PlaneFormat]

        init(
            _ text: String, _ model: Model, _ samples: SampleLayout?, v4l2 codes: [FourCC] = [],
            separate: FourCC? = nil, drm: FourCC? = nil, gstreamer: String? = nil
        ) {
            (self.text, self.model, self.codes, self.separate) = (text, model, codes, separate)
            (self.drm, self.gstreamer, self.samples, planes) = (
                drm, gstreamer, samples, samples?.planes ?? []
            )
        }
    }

    private static let rows = [
        Row(
            "nv12", .yCbCr,
            SampleLayout([
                .init(), .init(plane: 1, step: 16, columnShift: 1, rowShift: 1),
                .init(plane: 1, offset: 8, step: 16, columnShift: 1, rowShift: 1),
            ]), v4l2: ["NV12"], separate: "NM12", drm: "NV12", gstreamer: "NV12"),
        Row("yuyv", .yCbCr, .pairs(luma: 0), v4l2: ["YUYV"], drm: "YUYV", gstreamer: "YUY2"),
        Row("uyvy", .yCbCr, .pairs(luma: 1), v4l2: ["UYVY"], drm: "UYVY", gstreamer: "UYVY"),
        Row(
            "i420", .yCbCr, .planar(columnShift: 1, rowShift: 1), v4l2: ["YU12"], separate: "YM12",
            drm: "YU12", gstreamer: "I420"),
        Row(
            "i422", .yCbCr, .planar(columnShift: 1), v4l2: ["422P"], separate: "YM16", drm: "YU16",
            gstreamer: "Y42B"),
        Row("i444", .yCbCr, .planar(), separate: "YM24", drm: "YU24", gstreamer: "Y444"),
        Row("i440", .yCbCr, .planar(rowShift: 1)),
        Row("i411", .yCbCr, .planar(columnShift: 2), drm: "YU11", gstreamer: "Y41B"),
        Row("grey", .grey, .bytes(0, step: 1), v4l2: ["GREY"], drm: "R8", gstreamer: "GRAY8"),
        Row("bgra", .rgb, .bytes(2, 1, 0, 3, step: 4), v4l2: ["AR24"], drm: "AR24", gstreamer: "BGRA"),
        // BGR4 is the old name of XR24, whose fourth byte drivers fill as they like.
        Row("bgrx", .rgb, .bytes(2, 1, 0, step: 4), v4l2: ["XR24", "BGR4"], drm: "XR24", gstreamer: "BGRx"),
        Row("rgba", .rgb, .bytes(0, 1, 2, 3, step: 4), v4l2: ["AB24"], drm: "AB24", gstreamer: "RGBA"),
        Row("rgb24", .rgb, .bytes(0, 1, 2, step: 3), v4l2: ["RGB3"], drm: "BG24", gstreamer: "RGB"),
        Row(
            "p010", .yCbCr,
            SampleLayout([
                .init(step: 16, word: 16, bits: 10, shift: 6),
                .init(plane: 1, step: 32, word: 16, bits: 10, shift: 6, columnShift: 1, rowShift: 1),
                .init(
                    plane: 1, offset: 16, step: 32, word: 16, bits: 10, shift: 6, columnShift: 1, rowShift: 1),
            ]), v4l2: ["P010"], drm: "P010", gstreamer: "P010_10LE"),
        Row("mjpeg", .compressed, nil, v4l2: ["MJPG", "JPEG"]),
    ]
}

/// One plane of a pixel format: the size of an element and the pixels that share it.
public struct PlaneFormat: Equatable, Sendable {
    /// The number of bytes of one element (a sample, or a group of samples that lie together).
    public let bytes: Int
    /// The number of pixels side by side that share an element.
    public let columns: Int
    /// The number of pixels one above the other that share an element.
    public let rows: Int

    /// The plane's size in elements for a picture of the given size in pixels; odd sizes round up, and what no picture has counts as 2²⁴.
    public func size(of picture: PixelSize) -> PixelSize {
        let picture = PixelSize(width: min(picture.width, 1 << 24), height: min(picture.height, 1 << 24))
        return PixelSize(
            width: (max(0, picture.width) + columns - 1) / columns,
            height: (max(0, picture.height) + rows - 1) / rows)
    }
}
