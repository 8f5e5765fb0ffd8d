internal import CGStreamer
internal import Frames

extension ColorDescription {
    /// Reads a stream's word on its colours; where it says nothing, assumes the usual.
    ///
    /// GStreamer's decoders tell the place of chroma of nearly all codecs: H.264 and H.265 have it left unless they say something else.
    /// What tells nothing is 4:2:2 and 4:1:1, which standards of television put left, or VP8, VP9 and AV1, which may have been made of a
    /// camera's pictures, as this library's own are, without a change.
    init(
        _ color: GstVideoColorimetry, chroma: GstVideoChromaSite, format: PixelFormat, height: Int
    ) {
        self = .assumed(for: format, height: height)
        if let found = siteNames.first(where: { $0.1 == chroma }) {
            chromaSite = found.0
        } else if let shifts = format.samples?.chromaShifts, shifts.columns > 0, shifts.rows == 0 {
            chromaSite = .left
        }
        if format.model != .rgb {
            switch color.range {
            case GST_VIDEO_COLOR_RANGE_0_255: range = .full
            case GST_VIDEO_COLOR_RANGE_16_235: range = .limited
            default: break
            }
            if let found = matrixNames.first(where: { $0.1 == color.matrix }) { matrix = found.0 }
        }
        if let found = primariesNames.first(where: { $0.1 == color.primaries }) { primaries = found.0 }
        if let found = transferNames.first(where: { $0.1 == color.transfer }) { transfer = found.0 }
    }

    /// The description as GStreamer has it.
    ///
    /// - Parameter isRGB: True when the samples are red, green and blue, which have no matrix.
    /// - Returns: The four facts.
    func gstreamer(isRGB: Bool) -> GstVideoColorimetry {
        var color = GstVideoColorimetry()
        color.range = range == .full || isRGB ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235
        color.matrix = matrixNames.first { $0.0 == matrix }?.1 ?? GST_VIDEO_COLOR_MATRIX_BT709
        if isRGB { color.matrix = GST_VIDEO_COLOR_MATRIX_RGB }
        color.primaries = primariesNames.first { $0.0 == primaries }?.1 ?? GST_VIDEO_COLOR_PRIMARIES_BT709
        color.transfer = transferNames.first { $0.0 == transfer }?.1 ?? GST_VIDEO_TRANSFER_BT709
        return color
    }
}

extension ColorDescription.ChromaSite {
    /// GStreamer's value for it.
    var gstreamer: GstVideoChromaSite {
        siteNames.first { $0.0 == self }?.1 ?? GST_VIDEO_CHROMA_SITE_UNKNOWN
    }
}

private let matrixNames: [(ColorDescription.Matrix, GstVideoColorMatrix)] = [
    (.bt601, GST_VIDEO_COLOR_MATRIX_BT601), (.bt709, GST_VIDEO_COLOR_MATRIX_BT709),
    (.bt2020, GST_VIDEO_COLOR_MATRIX_BT2020), (.smpte240m, GST_VIDEO_COLOR_MATRIX_SMPTE240M),
]

// What is written comes first. The lines in turn of DV are not told apart from the first ones, neither here nor by other programs.
private let siteNames: [(ColorDescription.ChromaSite, GstVideoChromaSite)] = [
    (.center, GST_VIDEO_CHROMA_SITE_NONE), (.left, GST_VIDEO_CHROMA_SITE_H_COSITED),
    (.top, GST_VIDEO_CHROMA_SITE_V_COSITED), (.topLeft, GST_VIDEO_CHROMA_SITE_DV),
    (.topLeft, GST_VIDEO_CHROMA_SITE_COSITED),
]

private let primariesNames: [(ColorDescription.Primaries, GstVideoColorPrimaries)] = [
    (.bt709, GST_VIDEO_COLOR_PRIMARIES_BT709), (.smpte170m, GST_VIDEO_COLOR_PRIMARIES_SMPTE170M),
    (.bt470bg, GST_VIDEO_COLOR_PRIMARIES_BT470BG), (.bt470m, GST_VIDEO_COLOR_PRIMARIES_BT470M),
    (.smpte240m, GST_VIDEO_COLOR_PRIMARIES_SMPTE240M), (.bt2020, GST_VIDEO_COLOR_PRIMARIES_BT2020),
    (.adobeRGB, GST_VIDEO_COLOR_PRIMARIES_ADOBERGB), (.dciP3, GST_VIDEO_COLOR_PRIMARIES_SMPTERP431),
]

private let transferNames: [(ColorDescription.Transfer, GstVideoTransferFunction)] = [
    (.bt1886, GST_VIDEO_TRANSFER_BT709), (.bt709, GST_VIDEO_TRANSFER_BT709),
    (.bt1886, GST_VIDEO_TRANSFER_BT601), (.bt1886, GST_VIDEO_TRANSFER_BT2020_10),
    (.bt1886, GST_VIDEO_TRANSFER_BT2020_12),
    (.srgb, GST_VIDEO_TRANSFER_SRGB), (.adobeRGB, GST_VIDEO_TRANSFER_ADOBERGB),
    (.smpte240m, GST_VIDEO_TRANSFER_SMPTE240M), (.linear, GST_VIDEO_TRANSFER_GAMMA10),
    (.pq, GST_VIDEO_TRANSFER_SMPTE2084), (.hlg, GST_VIDEO_TRANSFER_ARIB_STD_B67),
]
