internal import CVulkan
internal import Frames
internal import VulkanCore

/// A picture in a cell of a window: everything that drawing needs to know and that stays the same from frame to frame.
///
/// One object until picture, choices, cell or window change: what was prepared for it is good as long as it is the same.
final class Scene {
    let picture: Picture
    let window: PixelSize
    /// The part of the window that is the picture's: all of it for a picture alone.
    let cell: Placement.Rectangle
    /// The picture's place in the cell.
    let placement: Placement
    /// The part of the window that the picture covers.
    let rectangle: Placement.Rectangle
    let traits: PictureTraits
    let constants: PictureConstants
    /// The parts of the cell that the picture leaves, as parts of the window.
    let bars: [Placement.Rectangle]
    /// The bars as Vulkan clears them.
    let clears: [VkClearRect]

    /// True when each pixel of the window is the next pixel of the picture, in groups that are whole words on both
    /// sides.
    let isWhole: Bool

    convenience init(
        _ picture: Picture, _ placement: Placement, cell: Placement.Rectangle, window: PixelSize,
        _ part: ColorPart = .code
    ) {
        self.init(
            picture, placement, cell: cell, window: window, traits: PictureTraits(picture, placement, part),
            isWhole: Scene.isWhole(picture, placement, placement.rectangle.moved(into: cell), window))
    }

    /// Makes the same kind of drawing on one pixel, for a try.
    convenience init(trying scene: Scene) {
        let window = PixelSize(width: 1, height: 1)
        let placement = Placement(frame: window, options: ViewOptions(), window: window)
        self.init(
            scene.picture, placement, cell: Placement.Rectangle(wholeOf: window), window: window,
            traits: scene.traits, isWhole: scene.isWhole)
    }

    private init(
        _ picture: Picture, _ placement: Placement, cell: Placement.Rectangle, window: PixelSize,
        traits: PictureTraits, isWhole: Bool
    ) {
        self.picture = picture
        self.window = window
        self.cell = cell
        self.placement = placement
        self.traits = traits
        self.isWhole = isWhole
        rectangle = placement.rectangle.moved(into: cell)
        constants = PictureConstants(picture, placement, in: rectangle, window: window)
        let bars = placement.bars(in: cell.size).map { $0.moved(into: cell) }
        self.bars = bars
        clears = bars.map { VkClearRect($0) }
    }

    private static func isWhole(
        _ picture: Picture, _ placement: Placement, _ rectangle: Placement.Rectangle, _ window: PixelSize
    ) -> Bool {
        let columns = placement.columns
        // Four pixels that share a sample are half a word.
        guard placement.isOneToOne, !placement.isTurned, columns.isForward, placement.rows.isForward,
            picture.hasPattern, picture.format.samples?.chromaShifts.columns ?? 0 < 2
        else { return false }
        return (columns.place(0) >> 8) % 8 == 0 && rectangle.size.width % 8 == 0 && rectangle.x % 4 == 0
            && window.width % 4 == 0
    }
}

/// The part of a colour that a drawing has: pixels of 16 bits are drawn twice.
enum ColorPart: UInt32 {
    /// All of it, rounded to 8 bits.
    case code
    /// The upper byte of 16 bits.
    case upper
    /// The lower byte of 16 bits.
    case lower
}

extension VkClearRect {
    /// Describes whole pixels of the target as Vulkan clears them.
    init(_ rectangle: Placement.Rectangle) {
        self.init(rect: VkRect2D(rectangle), baseArrayLayer: 0, layerCount: 1)
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
