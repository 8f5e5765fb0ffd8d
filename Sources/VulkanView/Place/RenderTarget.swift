package import CVulkan
package import Frames

/// An image to draw into; borrowed for one recording.
@safe package struct RenderTarget {
    let image: VkImage
    let view: VkImageView
    let format: VkFormat
    let size: PixelSize

    /// Describes an image.
    package init(image: VkImage, view: VkImageView, format: VkFormat, size: PixelSize) {
        unsafe self.image = unsafe image
        unsafe self.view = unsafe view
        self.format = format
        self.size = size
    }
}
