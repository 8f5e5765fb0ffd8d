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
        guard let channels = format.samples?.channels else { return nil }
        let first = channels[0]
        switch (format.model, format.planes.count) {
        case (.yCbCr, 3): self = .planar
        case (.yCbCr, 2): self = .semiPlanar
        case (.yCbCr, _): self = first.offset == 0 ? .yuyv : .uyvy
        case (.grey, _): self = .grey
        case (.rgb, _): self = first.step == 24 ? .rgbBytes : first.offset == 0 ? .redFirst : .color
        case (.compressed, _): return nil
        }
    }

    /// True when the second and third channel are colour differences.
    package var hasChroma: Bool {
        switch self {
        case .semiPlanar, .planar, .yuyv, .uyvy: true
        case .grey, .color, .rgbBytes, .redFirst: false
        }
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
