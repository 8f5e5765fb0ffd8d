internal import VulkanCore

/// The places of a channel's samples (luma, Cb, Cr, or red, green, blue) in a plane's row.
struct ChannelLayout: Hashable {
    /// The plane: 0, 1 or 2.
    let plane: Int
    /// The number of bytes from sample to sample.
    let stride: Int
    /// The number of bytes before the first one.
    let offset: Int
    /// The number of pixels side by side that share a sample, as a shift.
    let columnShift: Int
    /// The number of pixels one above the other that share a sample, as a shift.
    let rowShift: Int

    /// Works out the layout of a channel: 0, 1 or 2; grey pictures have the same three times.
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
            case .redFirst: (0, 4, channel)
            }
    }
}
