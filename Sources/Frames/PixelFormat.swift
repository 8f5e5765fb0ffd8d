/// The layout of a picture's samples in memory: one row of a table, by which everything that reads or writes pictures goes.
///
/// Meanings are those of the kernel's V4L2 documentation. Later versions may have more, so that a `switch` over them needs a `default`.
public struct PixelFormat: RawRepresentable, CaseIterable, Hashable, Sendable, Codable,
    CustomStringConvertible
{
    /// The way from samples to colours; where a decoder makes the samples, from those.
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

    /// Finds a format by its name or by its V4L2 code, whatever the case of the letters (`NV12`, `mjpg`, `YU12`) but in codes that differ
    /// by it alone (`pGAA`, `pgAA`).
    public init?(named text: String) {
        func format(_ text: String) -> PixelFormat? {
            // Longer texts are no codes; v4l2-ctl fills short ones with spaces.
            let code = FourCC(text)
            let isCode = code.description == text.filter { $0 != " " }
            return PixelFormat.allCases.first { format in
                format.name == text || isCode && (format.codes + [format.separateCode]).contains(code)
            }
        }
        guard let found = format(text) ?? format(text.uppercased()) else { return nil }
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

    /// True when samples have more than 8 bits, those of a decoder, too.
    public var isDeep: Bool {
        samples?.channels.contains { $0.bits > 8 } ?? coding?.decoded.isDeep ?? false
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
    /// The V4L2 codes of a buffer that holds all planes one after the other, the usual one first; none for formats that only a decoder
    /// makes.
    public var codes: [FourCC] { row.codes }
    /// The V4L2 code of a buffer that holds all planes one after the other; nil for formats that only a decoder
    /// makes.
    public var fourCC: FourCC? { row.codes.first }
    /// The V4L2 code of a buffer with a memory for each plane; nil for none.
    public var separateCode: FourCC? { row.separate }
    /// The DRM code (`drm_fourcc.h`); nil for none.
    public var drmCode: FourCC? { row.drm }
    /// The name in GStreamer (`GstVideoFormat`) and in PipeWire (`spa_video_format`); nil for none.
    public var gstreamerName: String? { row.gstreamer }
    /// The places of the samples; nil for formats of which a decoder makes samples: compressed ones, and those with a ``coding``.
    public var samples: SampleLayout? { row.samples }
    /// The numbers of which a decoder makes samples; nil for formats that have samples, and for compressed ones.
    public var coding: SampleCoding? { row.coding }
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
    /// Luma plane, then interleaved Cb Cr at half width and half height, 12 bits a sample: the upper ones of 16.
    public static let p012 = PixelFormat("p012")
    /// Luma plane, then interleaved Cb Cr at half width and half height, 16 bits a sample.
    public static let p016 = PixelFormat("p016")
    /// Luma plane, then interleaved Cr Cb at half width and half height.
    public static let nv21 = PixelFormat("nv21")
    /// Luma plane, then interleaved Cb Cr at half width.
    public static let nv16 = PixelFormat("nv16")
    /// Luma plane, then interleaved Cb Cr at full size.
    public static let nv24 = PixelFormat("nv24")
    /// Luma, Cr, Cb planes; chroma at half width and half height.
    public static let yv12 = PixelFormat("yv12")
    /// Packed Y Cr Y Cb, two pixels in four bytes.
    public static let yvyu = PixelFormat("yvyu")
    /// Packed Cr Y Cb Y, two pixels in four bytes.
    public static let vyuy = PixelFormat("vyuy")
    /// Luma, Cb, Cr planes, chroma at half width and half height, 10 bits a sample: the lower ones of 16.
    public static let i420p10 = PixelFormat("i420p10")
    /// Luma of 10 bits, the lower ones of a little-endian word.
    public static let y10 = PixelFormat("y10")
    /// Luma of 12 bits, the lower ones of a little-endian word.
    public static let y12 = PixelFormat("y12")
    /// Luma of 14 bits, the lower ones of a little-endian word.
    public static let y14 = PixelFormat("y14")
    /// Luma of 16 bits, the lower byte first.
    public static let y16 = PixelFormat("y16")
    /// Red, green, blue bytes and one unused.
    public static let rgbx = PixelFormat("rgbx")
    /// Alpha, red, green, blue bytes.
    public static let argb = PixelFormat("argb")
    /// Blue, green, red bytes.
    public static let bgr24 = PixelFormat("bgr24")
    /// Red, green and blue of 5, 6 and 5 bits in a little-endian word.
    public static let rgb565 = PixelFormat("rgb565")
    /// Blue, green and red of 10 bits, the lower ones of a little-endian word first, and alpha of 2.
    public static let argb2101010 = PixelFormat("argb2101010")
    /// Red, green, blue and alpha of 16 bits, the lower bytes first.
    public static let rgba64 = PixelFormat("rgba64")
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
        let coding: SampleCoding?
        let planes: [PlaneFormat]

        init(
            _ text: String, _ model: Model, _ samples: SampleLayout?, v4l2 codes: [FourCC] = [],
            separate: FourCC? = nil, drm: FourCC? = nil, gst: String? = nil
        ) {
            (self.text, self.model, self.codes, self.separate) = (text, model, codes, separate)
            (self.drm, gstreamer, self.samples, coding, planes) = (
                drm, gst, samples, nil, samples?.planes ?? []
            )
        }

        init(_ text: String, _ model: Model, _ coding: SampleCoding, v4l2 codes: [FourCC] = []) {
            (self.text, self.model, self.codes, separate) = (text, model, codes, nil)
            (drm, gstreamer, samples, self.coding, planes) = (nil, nil, nil, coding, [coding.plane])
        }
    }

    private static let rows = sampled + coded

    private static let sampled = [
        // Luma in a plane of its own, colour differences in one or two.
        Row("nv12", .yCbCr, .semiPlanar(1, 1), v4l2: ["NV12"], separate: "NM12", drm: "NV12", gst: "NV12"),
        Row(
            "nv21", .yCbCr, .semiPlanar(1, 1, isRedFirst: true), v4l2: ["NV21"], separate: "NM21",
            drm: "NV21", gst: "NV21"),
        Row("nv16", .yCbCr, .semiPlanar(1, 0), v4l2: ["NV16"], separate: "NM16", drm: "NV16", gst: "NV16"),
        Row(
            "nv61", .yCbCr, .semiPlanar(1, 0, isRedFirst: true), v4l2: ["NV61"], separate: "NM61",
            drm: "NV61", gst: "NV61"),
        Row("nv24", .yCbCr, .semiPlanar(0, 0), v4l2: ["NV24"], drm: "NV24", gst: "NV24"),
        Row("nv42", .yCbCr, .semiPlanar(0, 0, isRedFirst: true), v4l2: ["NV42"], drm: "NV42"),
        Row(
            "p010", .yCbCr, .semiPlanar(1, 1, bits: 10, word: 16), v4l2: ["P010"], drm: "P010",
            gst: "P010_10LE"),
        Row(
            "p012", .yCbCr, .semiPlanar(1, 1, bits: 12, word: 16), v4l2: ["P012"], separate: "PM12",
            drm: "P012", gst: "P012_LE"),
        Row("p016", .yCbCr, .semiPlanar(1, 1, bits: 16, word: 16), drm: "P016", gst: "P016_LE"),
        Row(
            "nv15", .yCbCr, .semiPlanar(1, 1, bits: 10, word: 10), v4l2: ["NV15"], drm: "NV15",
            gst: "NV12_10LE40"),
        Row("nv20", .yCbCr, .semiPlanar(1, 0, bits: 10, word: 10), v4l2: ["NV20"], drm: "NV20"),
        Row("i420", .yCbCr, .planar(1, 1), v4l2: ["YU12"], separate: "YM12", drm: "YU12", gst: "I420"),
        Row(
            "yv12", .yCbCr, .planar(1, 1, isRedFirst: true), v4l2: ["YV12"], separate: "YM21", drm: "YV12",
            gst: "YV12"),
        Row("i422", .yCbCr, .planar(1, 0), v4l2: ["422P"], separate: "YM16", drm: "YU16", gst: "Y42B"),
        Row("yv16", .yCbCr, .planar(1, 0, isRedFirst: true), separate: "YM61", drm: "YV16"),
        Row("i444", .yCbCr, .planar(0, 0), separate: "YM24", drm: "YU24", gst: "Y444"),
        Row("yv24", .yCbCr, .planar(0, 0, isRedFirst: true), separate: "YM42", drm: "YV24"),
        Row("i440", .yCbCr, .planar(0, 1)),
        Row("i420p10", .yCbCr, .planar(1, 1, bits: 10), gst: "I420_10LE"),
        Row("i420p12", .yCbCr, .planar(1, 1, bits: 12), gst: "I420_12LE"),
        Row("i420p16", .yCbCr, .planar(1, 1, bits: 16)),
        Row("i422p10", .yCbCr, .planar(1, 0, bits: 10), gst: "I422_10LE"),
        Row("i422p12", .yCbCr, .planar(1, 0, bits: 12), gst: "I422_12LE"),
        Row("i422p16", .yCbCr, .planar(1, 0, bits: 16)),
        Row("i444p10", .yCbCr, .planar(0, 0, bits: 10), gst: "Y444_10LE"),
        Row("i444p12", .yCbCr, .planar(0, 0, bits: 12), gst: "Y444_12LE"),
        Row("i444p16", .yCbCr, .planar(0, 0, bits: 16), gst: "Y444_16LE"),
        Row("i411", .yCbCr, .planar(2, 0), v4l2: ["411P"], drm: "YU11", gst: "Y41B"),
        // All in one plane. Alpha beside luma is not drawn.
        Row("yuyv", .yCbCr, .pairs(0, 1, 3), v4l2: ["YUYV"], drm: "YUYV", gst: "YUY2"),
        Row("uyvy", .yCbCr, .pairs(1, 0, 2), v4l2: ["UYVY"], drm: "UYVY", gst: "UYVY"),
        Row("yvyu", .yCbCr, .pairs(0, 3, 1), v4l2: ["YVYU"], drm: "YVYU", gst: "YVYU"),
        Row("vyuy", .yCbCr, .pairs(1, 2, 0), v4l2: ["VYUY"], drm: "VYUY", gst: "VYUY"),
        Row("y210", .yCbCr, .pairs(0, 1, 3, bits: 10), v4l2: ["Y210"], drm: "Y210", gst: "Y210"),
        Row("y212", .yCbCr, .pairs(0, 1, 3, bits: 12), v4l2: ["Y212"], drm: "Y212", gst: "Y212_LE"),
        Row("y216", .yCbCr, .pairs(0, 1, 3, bits: 16), v4l2: ["Y216"], drm: "Y216"),
        Row("yuv24", .yCbCr, .bytes(0, 1, 2, step: 3), v4l2: ["YUV3"], gst: "v308"),
        Row("ayuv", .yCbCr, .bytes(1, 2, 3, step: 4), v4l2: ["AYUV", "XYUV", "YUV4"], gst: "AYUV"),
        Row("vuya", .yCbCr, .bytes(2, 1, 0, step: 4), v4l2: ["VUYA", "VUYX"], drm: "AYUV", gst: "VUYA"),
        Row("yuva", .yCbCr, .bytes(0, 1, 2, step: 4), v4l2: ["YUVA", "YUVX"]),
        Row("yuv444", .yCbCr, .word("x4y4u4v4"), v4l2: ["Y444"]),
        Row("yuv555", .yCbCr, .word("x1y5u5v5"), v4l2: ["YUVO"]),
        Row("yuv565", .yCbCr, .word("y5u6v5"), v4l2: ["YUVP"]),
        Row("yuv48", .yCbCr, .words(0, 1, 2, step: 3, bits: 12), v4l2: ["Y312"]),
        // Luma alone. INZI has depth behind it.
        Row("grey", .grey, .bytes(0, step: 1), v4l2: ["GREY"], drm: "R8", gst: "GRAY8"),
        Row("y4", .grey, .word("x4y4"), v4l2: ["Y04"]),
        Row("y6", .grey, .word("x2y6"), v4l2: ["Y06"]),
        Row("y10", .grey, .word("x6y10"), v4l2: ["Y10", "INZI"]),
        Row("y12", .grey, .word("x4y12"), v4l2: ["Y12"]),
        Row("y14", .grey, .word("x2y14"), v4l2: ["Y14"]),
        Row("y012", .grey, .word("y12x4"), v4l2: ["Y012"]),
        Row("y16", .grey, .word("y16"), v4l2: ["Y16"], drm: "R16", gst: "GRAY16_LE"),
        Row("y16be", .grey, .word("y16", isBigEndian: true), v4l2: [.bigEndian("Y16")], gst: "GRAY16_BE"),
        Row("y10b", .grey, .bits(10), v4l2: ["Y10B"]),
        // Red, green and blue in bytes. BGR4 and RGB4 are old names, of which drivers fill the fourth byte as they like.
        Row("bgra", .rgb, .bytes(2, 1, 0, 3, step: 4), v4l2: ["AR24"], drm: "AR24", gst: "BGRA"),
        Row("bgrx", .rgb, .bytes(2, 1, 0, step: 4), v4l2: ["XR24", "BGR4"], drm: "XR24", gst: "BGRx"),
        Row("rgba", .rgb, .bytes(0, 1, 2, 3, step: 4), v4l2: ["AB24"], drm: "AB24", gst: "RGBA"),
        Row("rgbx", .rgb, .bytes(0, 1, 2, step: 4), v4l2: ["XB24"], drm: "XB24", gst: "RGBx"),
        Row("argb", .rgb, .bytes(1, 2, 3, 0, step: 4), v4l2: ["BA24"], drm: "BA24", gst: "ARGB"),
        Row("xrgb", .rgb, .bytes(1, 2, 3, step: 4), v4l2: ["BX24", "RGB4"], drm: "BX24", gst: "xRGB"),
        Row("abgr", .rgb, .bytes(3, 2, 1, 0, step: 4), v4l2: ["RA24"], drm: "RA24", gst: "ABGR"),
        Row("xbgr", .rgb, .bytes(3, 2, 1, step: 4), v4l2: ["RX24"], drm: "RX24", gst: "xBGR"),
        Row("rgb24", .rgb, .bytes(0, 1, 2, step: 3), v4l2: ["RGB3"], drm: "BG24", gst: "RGB"),
        Row("bgr24", .rgb, .bytes(2, 1, 0, step: 3), v4l2: ["BGR3"], drm: "RG24", gst: "BGR"),
        // Red, green and blue in words. RGBO, RGBQ and R444 are old names.
        Row("rgb332", .rgb, .word("r3g3b2"), v4l2: ["RGB1"], drm: "RGB8"),
        Row("rgb565", .rgb, .word("r5g6b5"), v4l2: ["RGBP"], drm: "RG16", gst: "RGB16"),
        Row("rgb565be", .rgb, .word("r5g6b5", isBigEndian: true), v4l2: ["RGBR"]),
        Row("xrgb444", .rgb, .word("x4r4g4b4"), v4l2: ["XR12", "R444"], drm: "XR12"),
        Row("argb444", .rgb, .word("a4r4g4b4"), v4l2: ["AR12"], drm: "AR12"),
        Row("rgbx444", .rgb, .word("r4g4b4x4"), v4l2: ["RX12"], drm: "RX12"),
        Row("rgba444", .rgb, .word("r4g4b4a4"), v4l2: ["RA12"], drm: "RA12"),
        Row("xbgr444", .rgb, .word("x4b4g4r4"), v4l2: ["XB12"], drm: "XB12"),
        Row("abgr444", .rgb, .word("a4b4g4r4"), v4l2: ["AB12"], drm: "AB12"),
        Row("bgrx444", .rgb, .word("b4g4r4x4"), v4l2: ["BX12"], drm: "BX12"),
        Row("bgra444", .rgb, .word("b4g4r4a4"), v4l2: ["GA12"], drm: "BA12"),
        Row("xrgb555", .rgb, .word("x1r5g5b5"), v4l2: ["XR15", "RGBO"], drm: "XR15", gst: "RGB15"),
        Row("argb555", .rgb, .word("a1r5g5b5"), v4l2: ["AR15"], drm: "AR15"),
        Row("rgbx555", .rgb, .word("r5g5b5x1"), v4l2: ["RX15"], drm: "RX15"),
        Row("rgba555", .rgb, .word("r5g5b5a1"), v4l2: ["RA15"], drm: "RA15"),
        Row("xbgr555", .rgb, .word("x1b5g5r5"), v4l2: ["XB15"], drm: "XB15", gst: "BGR15"),
        Row("abgr555", .rgb, .word("a1b5g5r5"), v4l2: ["AB15"], drm: "AB15"),
        Row("bgrx555", .rgb, .word("b5g5r5x1"), v4l2: ["BX15"], drm: "BX15"),
        Row("bgra555", .rgb, .word("b5g5r5a1"), v4l2: ["BA15"], drm: "BA15"),
        Row("xrgb555be", .rgb, .word("x1r5g5b5", isBigEndian: true), v4l2: [.bigEndian("XR15"), "RGBQ"]),
        Row("argb555be", .rgb, .word("a1r5g5b5", isBigEndian: true), v4l2: [.bigEndian("AR15")]),
        Row("bgr666", .rgb, .word("b6g6r6x14", isBigEndian: true), v4l2: ["BGRH"]),
        Row("rgbx1010102", .rgb, .word("r10g10b10x2"), v4l2: ["RX30"], drm: "RX30"),
        Row("rgba1010102", .rgb, .word("r10g10b10a2"), v4l2: ["RA30"], drm: "RA30"),
        Row("argb2101010", .rgb, .word("a2r10g10b10"), v4l2: ["AR30"], drm: "AR30", gst: "BGR10A2_LE"),
        Row("bgr48", .rgb, .words(2, 1, 0, step: 3, bits: 12), v4l2: ["B312"]),
        Row("abgr64", .rgb, .words(2, 1, 0, 3, step: 4, bits: 12), v4l2: ["B412"]),
        Row(
            "rgba64", .rgb, .words(0, 1, 2, 3, step: 4, bits: 16), drm: "AB48", gst: "RGBA64_LE"),
        Row("mjpeg", .compressed, nil, v4l2: ["MJPG", "JPEG"]),
    ]

    /// Formats of which a decoder makes samples.
    private static let coded =
        mosaics(8, "BA81", "GBRG", "GRBG", "RGGB") + mosaics(10, "BG10", "GB10", "BA10", "RG10")
        + mosaics(12, "BG12", "GB12", "BA12", "RG12") + mosaics(14, "BG14", "GB14", "GR14", "RG14")
        + mosaics(16, "BYR2", "GB16", "GR16", "RG16")
        + mosaics(10, isPacked: true, "pBAA", "pGAA", "pgAA", "pRAA")
        + mosaics(12, isPacked: true, "pBCC", "pGCC", "pgCC", "pRCC")
        + mosaics(14, isPacked: true, "pBEE", "pGEE", "pgEE", "pREE")
        + [
            Row("hsv24", .rgb, SampleCoding(.hues(180), bytes: 3), v4l2: ["HSV3"]),
            Row("hsv32", .rgb, SampleCoding(.hues(180), bytes: 4), v4l2: ["HSV4"]),
            // V4L2 has no codes for circles of 256, but a field beside the code.
            Row("hsv24-256", .rgb, SampleCoding(.hues(256), bytes: 3)),
            Row("hsv32-256", .rgb, SampleCoding(.hues(256), bytes: 4)),
            Row("y10p", .grey, SampleCoding(.grey, bits: 10, isPacked: true), v4l2: ["Y10P"]),
            Row("y12p", .grey, SampleCoding(.grey, bits: 12, isPacked: true), v4l2: ["Y12P"]),
            Row("y14p", .grey, SampleCoding(.grey, bits: 14, isPacked: true), v4l2: ["Y14P"]),
            Row("z16", .grey, SampleCoding(.depth, bits: 16), v4l2: ["Z16"]),
        ]

    /// Mosaics in their four orders.
    private static func mosaics(_ bits: Int, isPacked: Bool = false, _ codes: FourCC...) -> [Row] {
        zip([("bggr", 3), ("gbrg", 2), ("grbg", 1), ("rggb", 0)], codes).map { order, code in
            let coding = SampleCoding(.mosaic(red: order.1), bits: bits, isPacked: isPacked)
            return Row("\(order.0)\(bits)\(isPacked ? "p" : "")", .rgb, coding, v4l2: [code])
        }
    }
}

/// One plane of a pixel format: the size of an element and the pixels that share it.
public struct PlaneFormat: Hashable, Sendable {
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
