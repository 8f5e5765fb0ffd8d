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
    /// Makes everything that drawing a scene needs, and draws one pixel of it where nobody sees it, without waiting.
    func warm(_ scene: Scene, format: VkFormat, ring: CommandRing) throws(VulkanError)

    /// Records a drawing.
    ///
    /// - Parameters:
    ///   - shown: The picture; nil for a black target.
    ///   - target: The image; its contents before do not matter.
    ///   - commands: The recording.
    /// - Returns: The use that the target is in afterwards.
    /// - Throws: What the driver says; the recording is then useless.
    func record(
        _ shown: ShownPicture?, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse

    /// Tells whether a picture can be drawn again from a copy of its samples.
    func hasCopied(_ picture: CurrentPicture) -> Bool
}

extension PicturePainter {
    func hasCopied(_ picture: CurrentPicture) -> Bool { false }
}
