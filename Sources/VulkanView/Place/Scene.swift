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
    /// The parts of the window that the picture leaves.
    let bars: [VkClearRect]

    /// True when each pixel of the window is the next pixel of the picture, in groups that are whole words on both
    /// sides.
    let isWhole: Bool

    convenience init(_ picture: Picture, _ placement: Placement, window: PixelSize) {
        self.init(
            picture, placement, window: window, traits: PictureTraits(picture, placement),
            isWhole: Scene.isWhole(picture, placement, window))
    }

    /// Makes the same kind of drawing on one pixel, for a try.
    convenience init(trying scene: Scene) {
        let window = PixelSize(width: 1, height: 1)
        let placement = Placement(frame: window, options: ViewOptions(), window: window)
        self.init(scene.picture, placement, window: window, traits: scene.traits, isWhole: scene.isWhole)
    }

    private init(
        _ picture: Picture, _ placement: Placement, window: PixelSize, traits: PictureTraits, isWhole: Bool
    ) {
        self.picture = picture
        self.window = window
        self.placement = placement
        self.traits = traits
        self.isWhole = isWhole
        constants = PictureConstants(picture, placement, window: window)
        bars = placement.bars(in: window).map {
            VkClearRect(rect: VkRect2D($0), baseArrayLayer: 0, layerCount: 1)
        }
    }

    private static func isWhole(_ picture: Picture, _ placement: Placement, _ window: PixelSize) -> Bool {
        let (rectangle, columns) = (placement.rectangle, placement.columns)
        // Four pixels that share a sample are half a word.
        guard placement.isOneToOne, !placement.isTurned, picture.format != .i411, columns.isForward,
            placement.rows.isForward
        else { return false }
        return (columns.place(0) >> 8) % 8 == 0 && rectangle.size.width % 8 == 0 && rectangle.x % 4 == 0
            && window.width % 4 == 0
    }
}

extension VkRect2D {
    /// Describes whole pixels of the target as Vulkan takes them.
    init(_ rectangle: Placement.Rectangle) {
        self.init(
            offset: VkOffset2D(x: Int32(rectangle.x), y: Int32(rectangle.y)),
            extent: VkExtent2D(width: UInt32(rectangle.size.width), height: UInt32(rectangle.size.height)))
    }
}
