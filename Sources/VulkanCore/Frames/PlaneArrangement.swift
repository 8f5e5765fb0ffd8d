package import CVulkan
package import Frames

/// The arrangement of a format's samples in textures; the numbers are those of Quad.frag.
package enum PlaneArrangement: Int32, Sendable {
    /// A plane of luma; one of Cb and Cr together.
    case semiPlanar = 0
    /// A plane of luma; one of Cb; one of Cr.
    case planar = 1
    /// Two pixels in a texel, luma first.
    case yuyv = 2
    /// Two pixels in a texel, chroma first.
    case uyvy = 3
    /// A plane of luma alone.
    case grey = 4
    /// Red, green and blue in a texel, blue first.
    case color = 5
    /// Red, green and blue in three texels side by side: devices need not be able to sample texels of three bytes.
    case rgbBytes = 6
    /// Red, green and blue in a texel, red first.
    case redFirst = 7

    /// Finds the arrangement of a format; nil for compressed ones.
    package init?(_ format: PixelFormat) {
        switch format {
        case .nv12: self = .semiPlanar
        case .i420, .i422, .i444, .i440, .i411: self = .planar
        case .yuyv: self = .yuyv
        case .uyvy: self = .uyvy
        case .grey: self = .grey
        case .bgra, .bgrx: self = .color
        case .rgb24: self = .rgbBytes
        case .rgba: self = .redFirst
        case .mjpeg: return nil
        }
    }

    /// True when the second and third channel are colour differences.
    package var hasChroma: Bool {
        switch self {
        case .semiPlanar, .planar, .yuyv, .uyvy: true
        case .grey, .color, .rgbBytes, .redFirst: false
        }
    }

    /// The numbers of pixels side by side and one above the other that share a chroma sample of a format, as shifts: 0, 1 or 2.
    package func chromaShifts(of format: PixelFormat) -> (columns: Int, rows: Int) {
        guard hasChroma, let chroma = format.planes.last else { return (0, 0) }
        return (chroma.columns.trailingZeroBitCount, chroma.rows.trailingZeroBitCount)
    }

    /// Finds the format of a plane's texels; every device can sample and filter these.
    package func textureFormat(of plane: Int) -> VkFormat {
        switch self {
        case .semiPlanar: plane == 0 ? VK_FORMAT_R8_UNORM : VK_FORMAT_R8G8_UNORM
        case .planar, .grey, .rgbBytes: VK_FORMAT_R8_UNORM
        case .yuyv, .uyvy, .redFirst: VK_FORMAT_R8G8B8A8_UNORM
        case .color: VK_FORMAT_B8G8R8A8_UNORM
        }
    }

    /// Works out a plane's size in texels, from its size in elements of the pixel format.
    package func textureSize(elements: PixelSize) -> PixelSize {
        self == .rgbBytes ? PixelSize(width: elements.width * 3, height: elements.height) : elements
    }
}
