internal import CVulkan
internal import Frames
internal import VulkanCore

/// A picture in a window: everything that drawing needs to know and that stays the same from frame to frame.
///
/// One object until picture, choices or window change: what was prepared for it is good as long as it is the same.
final class Scene {
    let picture: Picture
    let window: PixelSize
    let placement: Placement
    let traits: PictureTraits
    let constants: PictureConstants
    /// What is left of the window.
    let bars: [VkClearRect]

    init(_ picture: Picture, _ placement: Placement, window: PixelSize) {
        self.picture = picture
        self.window = window
        self.placement = placement
        traits = PictureTraits(picture, placement)
        constants = PictureConstants(picture, placement, window: window)
        bars = placement.bars(in: window).map {
            VkClearRect(rect: VkRect2D($0), baseArrayLayer: 0, layerCount: 1)
        }
    }
}

extension VkRect2D {
    /// Whole pixels of the target as Vulkan takes them.
    init(_ rectangle: Placement.Rectangle) {
        self.init(
            offset: VkOffset2D(x: Int32(rectangle.x), y: Int32(rectangle.y)),
            extent: VkExtent2D(width: UInt32(rectangle.size.width), height: UInt32(rectangle.size.height)))
    }
}
