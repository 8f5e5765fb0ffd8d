internal import CVulkan
internal import Frames
internal import VulkanCore

/// Draws textures as a quad, and clears what is left of the target.
final class QuadPainter: PicturePainter {
    private let device: VulkanDevice
    private let quad: Quad
    /// For pictures that come in buffers.
    private let textures: PlaneTextures

    init(device: VulkanDevice, ring: CommandRing) throws(VulkanError) {
        self.device = device
        quad = try Quad(device: device, ring: ring)
        textures = PlaneTextures(device: device, ring: ring)
    }

    func record(
        _ shown: ShownPicture?, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
        let planes = try shown.flatMap { (shown) throws(VulkanError) in
            try textures(of: shown.picture, commands)
        }
        unsafe commands.transition(target.image, from: .overwrittenTarget, to: .target)
        QuadPainter.beginRendering(into: target, commands)
        if let planes, let scene = shown?.scene {
            QuadPainter.clear(scene.bars, commands)
            try quad.record(planes, scene, target: target, into: commands)
        } else {
            QuadPainter.clearAll(of: target, commands)
        }
        unsafe vkCmdEndRendering(commands.raw)
        return .target
    }

    /// The picture as textures, ready to be sampled in the fragment stage; nil when the processor alone sees it.
    private func textures(
        of picture: CurrentPicture, _ commands: Commands
    ) throws(VulkanError) -> PlaneSet? {
        switch picture.samples {
        case .images(let planes):
            picture.acquire(into: commands)
            return planes
        case .buffers(let buffers): return try textures.record(picture, from: buffers, into: commands)
        case .copied:
            if let planes = textures.planes, hasCopied(picture) {
                commands.keep(planes)
                return planes
            }
            return nil
        case .memory: return nil
        }
    }

    func hasCopied(_ picture: CurrentPicture) -> Bool { textures.holds(picture) }

    func warm(_ scene: Scene, format: VkFormat, ring: CommandRing) throws(VulkanError) {
        let size = PixelSize(width: 16, height: 16)
        var images: [DeviceImage] = []
        for index in scene.picture.format.planes.indices {
            images.append(
                try DeviceImage(
                    device: device, size: size,
                    format: scene.picture.arrangement.textureFormat(of: index),
                    usage: VK_IMAGE_USAGE_SAMPLED_BIT.rawValue))
        }
        let planes = PlaneSet(images: images)
        let image = try DeviceImage(
            device: device, size: size, format: format, usage: VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue)
        let target = unsafe RenderTarget(image: image.raw, view: image.view, format: format, size: size)
        let commands = try ring.begin()
        commands.keep(planes)
        commands.keep(image)
        for image in images {
            unsafe commands.transition(image.raw, from: .overwrittenPlane, to: .sampled)
        }
        unsafe commands.transition(target.image, from: .overwrittenTarget, to: .target)
        QuadPainter.beginRendering(into: target, commands)
        try quad.record(planes, Scene(trying: scene), target: target, into: commands)
        unsafe vkCmdEndRendering(commands.raw)
        try ring.submit(commands)
    }

    private static func beginRendering(into target: RenderTarget, _ commands: Commands) {
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

    private static var black: VkClearAttachment {
        var attachment = VkClearAttachment()
        attachment.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
        unsafe attachment.clearValue.color.float32 = (0, 0, 0, 1)
        return attachment
    }

    private static func clear(_ places: [VkClearRect], _ commands: Commands) {
        guard !places.isEmpty else { return }
        var attachment = black
        unsafe vkCmdClearAttachments(commands.raw, 1, &attachment, UInt32(places.count), places)
    }

    private static func clearAll(of target: RenderTarget, _ commands: Commands) {
        var attachment = black
        var place = VkClearRect(
            rect: VkRect2D(Placement.Rectangle(x: 0, y: 0, size: target.size)), baseArrayLayer: 0,
            layerCount: 1)
        unsafe vkCmdClearAttachments(commands.raw, 1, &attachment, 1, &place)
    }
}
