package import CVulkan
package import Frames

/// A plane's elements as texels, which every device can sample.
extension PlaneFormat {
    /// The number of a texel's bytes: devices need not be able to sample texels of three bytes or of more than four.
    package var texelBytes: Int { bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1 }
    /// The number of texels of an element.
    package var texels: Int { bytes / texelBytes }
    /// The format of the texels, whose components are the bytes in their order.
    package var textureFormat: VkFormat {
        switch texelBytes {
        case 1: VK_FORMAT_R8_UNORM
        case 2: VK_FORMAT_R8G8_UNORM
        default: VK_FORMAT_R8G8B8A8_UNORM
        }
    }

    /// Works out the plane's size in texels for a picture of a size in pixels.
    package func textureSize(of picture: PixelSize) -> PixelSize {
        let elements = size(of: picture)
        return PixelSize(width: elements.width * texels, height: elements.height)
    }
}
