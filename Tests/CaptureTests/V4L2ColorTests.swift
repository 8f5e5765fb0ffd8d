import CV4L2
import Frames
import Testing

@testable import Capture

/// What the kernel's comments in `videodev2.h` say about each colour space when the other fields are 0,
/// written as a table: the reference is independent of the code, which follows the macros.
private struct Defaults {
    let matrix: ColorDescription.Matrix
    let transfer: ColorDescription.Transfer
    let primaries: ColorDescription.Primaries
    var isFull = false
}

private let table: [UInt32: Defaults] = [
    0: Defaults(matrix: .bt601, transfer: .srgb, primaries: .bt709),  // DEFAULT: sRGB for cameras
    1: Defaults(matrix: .bt601, transfer: .bt709, primaries: .smpte170m),  // SMPTE170M
    2: Defaults(matrix: .smpte240m, transfer: .smpte240m, primaries: .smpte240m),  // SMPTE240M
    3: Defaults(matrix: .bt709, transfer: .bt709, primaries: .bt709),  // REC709
    4: Defaults(matrix: .bt601, transfer: .bt709, primaries: .smpte170m),  // BT878
    5: Defaults(matrix: .bt601, transfer: .bt709, primaries: .bt470m),  // 470_SYSTEM_M
    6: Defaults(matrix: .bt601, transfer: .bt709, primaries: .bt470bg),  // 470_SYSTEM_BG
    7: Defaults(matrix: .bt601, transfer: .srgb, primaries: .bt709, isFull: true),  // JPEG
    8: Defaults(matrix: .bt601, transfer: .srgb, primaries: .bt709),  // SRGB
    9: Defaults(matrix: .bt601, transfer: .adobeRGB, primaries: .adobeRGB),  // OPRGB
    10: Defaults(matrix: .bt2020, transfer: .bt709, primaries: .bt2020),  // BT2020
    11: Defaults(matrix: .bt601, transfer: .linear, primaries: .bt709),  // RAW
    12: Defaults(matrix: .bt709, transfer: .dciP3, primaries: .dciP3),  // DCI_P3
]

private let encodings: [UInt32: ColorDescription.Matrix] = [
    1: .bt601, 2: .bt709, 3: .bt601, 4: .bt709, 5: .bt601, 6: .bt2020, 7: .bt2020, 8: .smpte240m,
]

private let transfers: [UInt32: ColorDescription.Transfer] = [
    1: .bt709, 2: .srgb, 3: .adobeRGB, 4: .smpte240m, 5: .linear, 6: .dciP3, 7: .pq,
]

@Test(arguments: PixelFormat.allCases)
func everyCombinationFollowsTheKernelsTable(format: PixelFormat) {
    for (space, defaults) in table {
        for encoding in 0...8 as ClosedRange<UInt32> {
            for quantization in 0...2 as ClosedRange<UInt32> {
                for transfer in 0...7 as ClosedRange<UInt32> {
                    let fields = V4L2Color(
                        colorspace: space, encoding: encoding, quantization: quantization, transfer: transfer)
                    let color = fields.description(for: format)
                    // JFIF is of full range whatever a driver's colour space is, and so are distances.
                    let isFull =
                        format.model == .rgb || format.model == .compressed || format.rawValue == "z16"
                        || defaults.isFull
                    // xvYCC is of limited range alone.
                    let isExtended = format.model == .yCbCr && (encoding == 3 || encoding == 4)
                    let expected = ColorDescription(
                        matrix: encodings[encoding] ?? defaults.matrix,
                        range: isExtended
                            ? .limited
                            : format.rawValue.hasPrefix("hsv")
                                ? .full : [isFull ? .full : .limited, .full, .limited][Int(quantization)],
                        primaries: defaults.primaries, transfer: transfers[transfer] ?? defaults.transfer)
                    if color != expected { Issue.record("\(format) \(fields): \(color)") }
                }
            }
        }
    }
}

@Test func encodingsThatAreShownAsTheNearestAreNamed() {
    let words = (0...8 as ClosedRange<UInt32>).map {
        "\(V4L2Color(colorspace: 10, encoding: $0, quantization: 2, transfer: 1).reason(for: .nv12))"
    }
    let named = words.indices.filter { words[$0].contains(" is shown as ") }
    // xvYCC of 601 and 709, and BT.2020 with constant luminance.
    #expect(named == [3, 4, 7])
    #expect(words[3].contains("xvYCC") && words[7].contains("constant luminance"))
}

@Test func unknownValuesCountAsDefaults() {
    let strange = V4L2Color(colorspace: 99, encoding: 99, quantization: 99, transfer: 99)
    #expect(strange.description(for: .nv12) == V4L2Color(colorspace: 8).description(for: .nv12))
    // The encodings of HSV share the field.
    #expect(V4L2Color(colorspace: 3, encoding: 128).description(for: .nv12).matrix == .bt709)
}

@Test func codesAreThoseOfTheKernel() {
    let codes: [(UInt32, PixelFormat, Int)] = [
        (v4l2_pix_fmt_nv12, .nv12, 1), (v4l2_pix_fmt_nv12m, .nv12, 2), (v4l2_pix_fmt_yuyv, .yuyv, 1),
        (v4l2_pix_fmt_uyvy, .uyvy, 1), (v4l2_pix_fmt_yuv420, .i420, 1), (v4l2_pix_fmt_yuv420m, .i420, 3),
        (v4l2_pix_fmt_yuv422p, .i422, 1), (v4l2_pix_fmt_yuv422m, .i422, 3), (v4l2_pix_fmt_yuv444m, .i444, 3),
        (v4l2_pix_fmt_grey, .grey, 1), (v4l2_pix_fmt_abgr32, .bgra, 1), (v4l2_pix_fmt_xbgr32, .bgrx, 1),
        (v4l2_pix_fmt_bgr32, .bgrx, 1), (v4l2_pix_fmt_rgb24, .rgb24, 1), (v4l2_pix_fmt_mjpeg, .mjpeg, 1),
        (v4l2_pix_fmt_jpeg, .mjpeg, 1), (v4l2_pix_fmt_rgba32, .rgba, 1),
    ]
    #expect(V4L2PixelFormat("P010") == V4L2PixelFormat(FourCC(rawValue: 0x3031_3050)))
    for (code, format, memories) in codes {
        let known = V4L2PixelFormat(FourCC(rawValue: code))
        #expect(known?.format == format && known?.memories == memories)
    }
    for format in PixelFormat.allCases {
        if let code = format.fourCC { #expect(V4L2PixelFormat(code)?.format == format) }
    }
    #expect(V4L2PixelFormat("H264") == nil)
}

/// A circle of hues has 180 of them, unless V4L2 says something else beside the code.
@Test func huesAreCountedAsTheDriverSays() {
    for (code, plain) in [(FourCC("HSV3"), "hsv24"), ("HSV4", "hsv32")] {
        for encoding: UInt32 in [0, 128, 4] {
            #expect(V4L2PixelFormat(code, encoding: encoding)?.format.rawValue == plain)
        }
        #expect(V4L2PixelFormat(code, encoding: 129)?.format.rawValue == plain + "-256")
    }
    // The field has another meaning for other formats.
    #expect(V4L2PixelFormat("NV12", encoding: 129)?.format == .nv12)
    var format = VideoFormat(fourCC: "HSV3", size: PixelSize(width: 64, height: 48))
    format.memories = [VideoFormat.Memory(stride: 200, byteCount: 200 * 48)]
    format.color.encoding = 129
    #expect(format.layout()?.format.rawValue == "hsv24-256" && format.isDecoded)
}
