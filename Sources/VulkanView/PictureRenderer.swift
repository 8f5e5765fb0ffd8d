internal import CVulkan
internal import Frames
internal import VulkanCore

/// Draws the current picture into a target: what a window and a snapshot have in common.
///
/// Confined to the device's thread.
final class PictureRenderer {
    var options = ViewOptions()
    let planes: FramePlanes
    private let quad: Quad

    init(device: VulkanDevice, ring: CommandRing, importRoute: ImportRoute?) throws(VulkanError) {
        planes = FramePlanes(device: device, ring: ring, access: .textures, forced: importRoute)
        quad = try Quad(device: device)
    }

    /// Where the picture goes in a target; nil when there is no picture.
    func placement(in window: PixelSize) -> Placement? {
        guard let picture = planes.picture else { return nil }
        return Placement(
            frame: picture.size, sampleAspect: picture.sampleAspect,
            options: options.after(rotation: picture.rotation, isMirrored: picture.isMirrored), window: window
        )
    }

    /// Records the picture's way into textures and from there into the target, which is left in use as
    /// ``ImageUse/target``.
    ///
    /// - Parameters:
    ///   - target: The image; its contents before do not matter.
    ///   - commands: The recording.
    /// - Throws: What the driver says; the recording is then useless.
    func record(into target: RenderTarget, _ commands: Commands) throws(VulkanError) {
        let textures = try planes.recordTextures(into: commands)
        unsafe commands.transition([target.image], from: .overwrittenTarget, to: .target)
        beginRendering(into: target, commands)
        if let textures, let picture = planes.picture, let placement = placement(in: target.size) {
            clear(placement.bars(in: target.size), commands)
            try quad.record(textures, picture, placement, target: target, into: commands)
        } else {
            clear([Placement.Rectangle(x: 0, y: 0, size: target.size)], commands)
        }
        unsafe vkCmdEndRendering(commands.raw)
    }

    private func beginRendering(into target: RenderTarget, _ commands: Commands) {
        var attachment = unsafe VkRenderingAttachmentInfo()
        unsafe attachment.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO
        unsafe attachment.imageView = target.view
        unsafe attachment.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL
        // Picture and bars cover everything between them: clearing all of it first would be a pass for nothing.
        unsafe attachment.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE
        unsafe attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE
        var info = unsafe VkRenderingInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO
        unsafe info.renderArea = VkRect2D(Placement.Rectangle(x: 0, y: 0, size: target.size))
        unsafe info.layerCount = 1
        unsafe info.colorAttachmentCount = 1
        unsafe withUnsafePointer(to: attachment) { attachment in
            unsafe info.pColorAttachments = attachment
            unsafe vkCmdBeginRendering(commands.raw, &info)
        }
    }

    private func clear(_ rectangles: [Placement.Rectangle], _ commands: Commands) {
        guard !rectangles.isEmpty else { return }
        var attachment = VkClearAttachment()
        attachment.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
        unsafe attachment.clearValue.color.float32 = (0, 0, 0, 1)
        let places = rectangles.map { VkClearRect(rect: VkRect2D($0), baseArrayLayer: 0, layerCount: 1) }
        unsafe vkCmdClearAttachments(commands.raw, 1, &attachment, UInt32(places.count), places)
    }
}
