internal import CVulkan
internal import Frames

/// An image to draw into; borrowed for one recording.
@safe struct RenderTarget {
    let image: VkImage
    let view: VkImageView
    let format: VkFormat
    let size: PixelSize
}
