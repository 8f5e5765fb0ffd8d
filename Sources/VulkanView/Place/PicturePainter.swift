internal import CVulkan
internal import VulkanCore

/// A picture and its place in a target.
struct ShownPicture {
    let picture: CurrentPicture
    let scene: Scene
}

/// A way of drawing; see ``DrawPath``.
///
/// Confined to the device's thread.
protocol PicturePainter: AnyObject {
    /// Makes the painter's things for one cell of a window.
    func makePaint() throws(VulkanError) -> any CellPaint

    /// Makes everything that drawing a scene needs, and draws one pixel of it where nobody sees it, without waiting.
    ///
    /// - Parameters:
    ///   - scene: The scene.
    ///   - paint: The things of the cell that will show it.
    ///   - background: The colour around it.
    ///   - format: The target's format.
    ///   - ring: The painter's submissions.
    /// - Throws: The driver's error.
    func warm(
        _ scene: Scene, with paint: any CellPaint, on background: BackgroundColor, format: VkFormat,
        ring: CommandRing
    ) throws(VulkanError)

    /// Records a drawing.
    ///
    /// - Parameters:
    ///   - content: The cells; what none of them covers gets their background's colour.
    ///   - target: The image; its contents before do not matter.
    ///   - commands: The recording.
    /// - Returns: The use that the target is in afterwards.
    /// - Throws: The driver's error; the recording is then useless.
    func record(
        _ content: WindowContent, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse

    /// Tells whether a cell's picture can be drawn again from a copy of its samples.
    func hasCopied(_ picture: CurrentPicture, for paint: any CellPaint) -> Bool
}

extension PicturePainter {
    func hasCopied(_ picture: CurrentPicture, for paint: any CellPaint) -> Bool { false }
}
