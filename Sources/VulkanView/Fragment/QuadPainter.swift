internal import CVulkan
internal import Frames
internal import VulkanCore

/// The painter that draws textures as a quad, and clears the rest of the target.
final class QuadPainter: PicturePainter {
    private let device: VulkanDevice
    private let ring: CommandRing
    let quad: Quad

    init(device: VulkanDevice, ring: CommandRing) throws(VulkanError) {
        self.device = device
        self.ring = ring
        quad = try Quad(device: device)
    }

    func makePaint() throws(VulkanError) -> any CellPaint {
        try QuadCell(device: device, ring: ring, quad: quad)
    }

    func record(
        _ content: WindowContent, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
        // All copies come first: there are none while rendering.
        for cell in content.cells {
            guard let paint = cell.paint as? QuadCell else { continue }
            commands.keep(paint)
            paint.planes = try commands.region("planes to textures") { () throws(VulkanError) in
                try cell.shown.flatMap { (shown) throws(VulkanError) in
                    try textures(of: shown.picture, paint.textures, commands)
                }
            }
        }
        unsafe commands.transition(target.image, from: .overwrittenTarget, to: .target)
        QuadPainter.beginRendering(into: target, commands)
        if content.coverage(of: target.size) != .exact {
            QuadPainter.clear(
                [VkClearRect(Placement.Rectangle(wholeOf: target.size))], to: content.background, commands)
        }
        for (index, cell) in content.cells.enumerated() {
            guard let paint = cell.paint as? QuadCell else { continue }
            if let planes = paint.planes, let scene = cell.shown?.scene {
                QuadPainter.clear(scene.clears, to: content.background, commands)
                try commands.region("picture \(index)") { () throws(VulkanError) in
                    try quad.record(planes, scene, of: paint, target: target, into: commands)
                }
            } else {
                QuadPainter.clear([VkClearRect(cell.rectangle)], to: content.background, commands)
            }
            paint.planes = nil
        }
        unsafe commands.functions.endRendering(commands.raw)
        return .target
    }

    /// Gives the picture as textures, ready to be sampled in the fragment stage; nil when the processor alone sees it.
    private func textures(
        of picture: CurrentPicture, _ textures: PlaneTextures, _ commands: Commands
    ) throws(VulkanError) -> PlaneSet? {
        switch picture.samples {
        case .images(let planes):
            picture.acquire(into: commands)
            return planes
        case .buffers(let buffers): return try textures.record(picture, from: buffers, into: commands)
        case .copied:
            if let planes = textures.planes, textures.holds(picture) {
                commands.keep(planes)
                return planes
            }
            return nil
        case .memory: return nil
        }
    }

    func hasCopied(_ picture: CurrentPicture, for paint: any CellPaint) -> Bool {
        (paint as? QuadCell)?.textures.holds(picture) ?? false
    }

    func warm(
        _ scene: Scene, with paint: any CellPaint, on background: BackgroundColor, format: VkFormat,
        ring: CommandRing
    ) throws(VulkanError) {
        guard let cell = paint as? QuadCell else { return }
        let size = PixelSize(width: 16, height: 16)
        let images = try PlaneTextures.makeImages(for: scene.picture, size: size, on: device, usage: 0)
        let planes = PlaneSet(images: images)
        let image = try DeviceImage(
            device: device, size: size, format: format, usage: VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue,
            name: "trial")
        let target = unsafe RenderTarget(image: image.raw, view: image.view, format: format, size: size)
        let commands = try ring.begin()
        commands.keep(cell)
        commands.keep(planes)
        commands.keep(image)
        for image in images {
            unsafe commands.transition(image.raw, from: .overwrittenPlane, to: .sampled)
        }
        unsafe commands.transition(target.image, from: .overwrittenTarget, to: .target)
        QuadPainter.beginRendering(into: target, commands)
        try quad.record(planes, Scene(trying: scene), of: cell, target: target, into: commands)
        unsafe commands.functions.endRendering(commands.raw)
        try ring.submit(commands)
    }

    private static func beginRendering(into target: RenderTarget, _ commands: Commands) {
        var attachment = unsafe VkRenderingAttachmentInfo()
        unsafe attachment.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO
        unsafe attachment.imageView = target.view
        unsafe attachment.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL
        // Pictures and bars mostly cover everything between them: clearing all of it first would be a pass for nothing.
        unsafe attachment.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE
        unsafe attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE
        var info = unsafe VkRenderingInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO
        unsafe info.renderArea = VkRect2D(Placement.Rectangle(wholeOf: target.size))
        unsafe info.layerCount = 1
        unsafe info.colorAttachmentCount = 1
        unsafe withUnsafePointer(to: attachment) { attachment in
            unsafe info.pColorAttachments = attachment
            unsafe commands.functions.beginRendering(commands.raw, &info)
        }
    }

    private static func clear(
        _ places: [VkClearRect], to color: BackgroundColor, _ commands: Commands
    ) {
        guard !places.isEmpty else { return }
        var attachment = VkClearAttachment()
        attachment.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
        // The device rounds to the nearest code, which is the one that was divided.
        unsafe attachment.clearValue.color.float32 = (
            Float(color.red) / 255, Float(color.green) / 255, Float(color.blue) / 255, 1
        )
        unsafe vkCmdClearAttachments(commands.raw, 1, &attachment, UInt32(places.count), places)
    }
}
