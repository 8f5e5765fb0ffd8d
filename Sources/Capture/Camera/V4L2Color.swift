internal import CV4L2
internal import Frames
internal import LinuxIO

/// The four colour fields of a V4L2 format, as the driver filled them.
struct V4L2Color: Equatable {
    var colorspace: UInt32 = 0
    var encoding: UInt32 = 0
    var quantization: UInt32 = 0
    var transfer: UInt32 = 0

    /// Resolves the fields by the rules of the kernel's `V4L2_MAP_…_DEFAULT` macros.
    ///
    /// One rule differs: a compressed format whose range is left to the default is of full range, because
    /// that is the range of JFIF and of cameras' JPEGs, while their drivers report sRGB, whose
    /// default is limited.
    ///
    /// - Parameter format: The arrangement of the samples; RGB has other defaults than Y'CbCr.
    /// - Returns: The meaning; values that this version does not know count as defaults.
    func description(for format: PixelFormat) -> ColorDescription {
        ColorDescription(
            matrix: matrix, range: range(for: format), primaries: defaults.primaries,
            transfer: transferFunction)
    }

    /// Tells what of the description the driver has said, with V4L2's numbers, and what follows defaults.
    ///
    /// - Parameter format: The arrangement of the samples.
    /// - Returns: The words.
    func reason(for format: PixelFormat) -> Message {
        let fields: [(name: Message, value: UInt32, open: UInt32)] = [
            ("colour space", colorspace, V4L2_COLORSPACE_DEFAULT.rawValue),
            ("matrix", encoding, V4L2_YCBCR_ENC_DEFAULT.rawValue),
            ("range", quantization, V4L2_QUANTIZATION_DEFAULT.rawValue),
            ("transfer", transfer, V4L2_XFER_FUNC_DEFAULT.rawValue),
        ]
        let said = fields.filter { $0.value != $0.open }
        let facts: Message? = Self.list(said.map { "\($0.name) \($0.value)" })
        let words: Message = facts.map { "the driver says \($0)" } ?? "the driver says nothing"
        let told = nearest.map { "\(words); \($0)" } ?? words
        guard let names = Self.list(fields.filter { $0.value == $0.open }.map(\.name)) else { return told }
        return format.model == .compressed
            ? "\(told); by V4L2's defaults: \(names) (compressed: full range, as JFIF has)"
            : "\(told); by V4L2's defaults: \(names)"
    }

    /// The encoding that is shown in the place of one that no camera is known to send; nil for all others.
    private var nearest: Message? {
        switch v4l2_ycbcr_encoding(rawValue: encoding) {
        case V4L2_YCBCR_ENC_XV601, V4L2_YCBCR_ENC_XV709:
            "xvYCC is shown as limited range, without the colours beyond it"
        case V4L2_YCBCR_ENC_BT2020_CONST_LUM: "constant luminance is shown as BT.2020's other encoding"
        default: nil
        }
    }

    /// Puts messages one behind the other; nil for none.
    private static func list(_ messages: [Message]) -> Message? {
        messages.dropFirst().reduce(messages.first) { list, next in
            list.map { list in
                Message(
                    "{list}, {next}", ["list": list, "next": next],
                    comment: "What a camera's driver says of colours, one after the other")
            }
        }
    }

    private var space: v4l2_colorspace {
        // A camera is neither SDTV nor HDTV, so V4L2_MAP_COLORSPACE_DEFAULT gives sRGB.
        let isKnown =
            colorspace != V4L2_COLORSPACE_DEFAULT.rawValue && colorspace <= V4L2_COLORSPACE_DCI_P3.rawValue
        return isKnown ? v4l2_colorspace(rawValue: colorspace) : V4L2_COLORSPACE_SRGB
    }

    private var matrix: ColorDescription.Matrix {
        switch v4l2_ycbcr_encoding(rawValue: encoding) {
        case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601, V4L2_YCBCR_ENC_SYCC: .bt601
        case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709: .bt709
        // Constant luminance needs linear light; shown as the usual kind, neutral colours are exact.
        case V4L2_YCBCR_ENC_BT2020, V4L2_YCBCR_ENC_BT2020_CONST_LUM: .bt2020
        case V4L2_YCBCR_ENC_SMPTE240M: .smpte240m
        default: defaults.matrix
        }
    }

    private func range(for format: PixelFormat) -> ColorDescription.Range {
        if case .hues? = format.coding?.kind { return .full }
        // xvYCC has its wider colours in what limited range leaves.
        let encoding = v4l2_ycbcr_encoding(rawValue: encoding)
        if format.model == .yCbCr, encoding == V4L2_YCBCR_ENC_XV601 || encoding == V4L2_YCBCR_ENC_XV709 {
            return .limited
        }
        switch v4l2_quantization(rawValue: quantization) {
        case V4L2_QUANTIZATION_FULL_RANGE: return .full
        case V4L2_QUANTIZATION_LIM_RANGE: return .limited
        default:
            let isFull =
                format.model == .rgb || format.model == .compressed || format.coding?.kind == .depth
                || space == V4L2_COLORSPACE_JPEG
            return isFull ? .full : .limited
        }
    }

    private var transferFunction: ColorDescription.Transfer {
        switch v4l2_xfer_func(rawValue: transfer) {
        case V4L2_XFER_FUNC_709: .bt709
        case V4L2_XFER_FUNC_SRGB: .srgb
        case V4L2_XFER_FUNC_OPRGB: .adobeRGB
        case V4L2_XFER_FUNC_SMPTE240M: .smpte240m
        case V4L2_XFER_FUNC_NONE: .linear
        case V4L2_XFER_FUNC_DCI_P3: .dciP3
        case V4L2_XFER_FUNC_SMPTE2084: .pq
        default: defaults.transfer
        }
    }

    /// The parts of a colour space, for those that the driver leaves open.
    private var defaults:
        (
            matrix: ColorDescription.Matrix, primaries: ColorDescription.Primaries,
            transfer: ColorDescription.Transfer
        )
    {
        switch space {
        case V4L2_COLORSPACE_SMPTE170M, V4L2_COLORSPACE_BT878: (.bt601, .smpte170m, .bt709)
        case V4L2_COLORSPACE_REC709: (.bt709, .bt709, .bt709)
        case V4L2_COLORSPACE_SMPTE240M: (.smpte240m, .smpte240m, .smpte240m)
        case V4L2_COLORSPACE_470_SYSTEM_M: (.bt601, .bt470m, .bt709)
        case V4L2_COLORSPACE_470_SYSTEM_BG: (.bt601, .bt470bg, .bt709)
        case V4L2_COLORSPACE_OPRGB: (.bt601, .adobeRGB, .adobeRGB)
        case V4L2_COLORSPACE_BT2020: (.bt2020, .bt2020, .bt709)
        case V4L2_COLORSPACE_DCI_P3: (.bt709, .dciP3, .dciP3)
        case V4L2_COLORSPACE_RAW: (.bt601, .bt709, .linear)
        case V4L2_COLORSPACE_SRGB, V4L2_COLORSPACE_JPEG: (.bt601, .bt709, .srgb)
        default: (.bt601, .bt709, .bt709)
        }
    }
}
