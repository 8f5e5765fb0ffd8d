internal import VulkanCore

/// Where the samples of a channel (luma, Cb, Cr, or red, green, blue) lie in a plane's row.
struct ChannelLayout: Hashable {
    /// The plane: 0, 1 or 2.
    let plane: Int
    /// Bytes from sample to sample.
    let stride: Int
    /// Bytes before the first one.
    let offset: Int
    /// How many pixels side by side share a sample, as a shift.
    let columnShift: Int
    /// How many pixels one above the other share a sample, as a shift.
    let rowShift: Int

    /// The layout of a channel: 0, 1 or 2; grey pictures have the same three times.
    init(_ channel: Int, of traits: PictureTraits) {
        let isChroma = channel > 0 && traits.arrangement.hasChroma
        columnShift = isChroma ? Int(traits.columnShift) : 0
        rowShift = isChroma ? Int(traits.rowShift) : 0
        (plane, stride, offset) =
            switch traits.arrangement {
            case .semiPlanar: channel == 0 ? (0, 1, 0) : (1, 2, channel - 1)
            case .planar: (channel, 1, 0)
            case .yuyv: channel == 0 ? (0, 2, 0) : (0, 4, 2 * channel - 1)
            case .uyvy: channel == 0 ? (0, 2, 1) : (0, 4, 2 * channel - 2)
            case .grey: (0, 1, 0)
            case .color: (0, 4, 2 - channel)
            case .rgbBytes: (0, 3, channel)
            }
    }
}

extension PlaneArrangement {
    /// Whether the second and third channel are colour differences.
    var hasChroma: Bool {
        switch self {
        case .semiPlanar, .planar, .yuyv, .uyvy: true
        case .grey, .color, .rgbBytes: false
        }
    }
}
