internal import CVulkan
internal import Frames
internal import VulkanCore

/// Draws with the processor into memory that is copied into the target.
final class ProcessorPainter: PicturePainter {
    private let device: VulkanDevice
    private let ring: CommandRing
    private var canvas: Canvas<MappedBuffer>?
    private var drawing: (drawing: ProcessorDrawing, scene: Scene, isBlueFirst: Bool)?

    init(device: VulkanDevice, ring: CommandRing) {
        self.device = device
        self.ring = ring
    }

    func record(
        _ shown: ShownPicture?, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
        let canvas = try canvas(of: target.size)
        let content = Canvas<MappedBuffer>.Content(shown, in: target)
        let missing = canvas.missing(content, ring)
        if missing != .nothing {
            // The copy of the last picture out of the same memory must be over.
            try ring.wait(for: canvas.reader)
            try device.measuredDrawing { () throws(VulkanError) in
                if missing == .everything { blacken(canvas) }
                draw(shown, into: canvas, isBlueFirst: target.isBlueFirst)
            }
            canvas.note(content)
        }
        unsafe canvas.recordCopy(of: canvas.buffer.raw, to: target, commands)
        return .copyDestination
    }

    private func blacken(_ canvas: Canvas<MappedBuffer>) {
        unsafe canvas.buffer.bytes.bindMemory(to: UInt32.self).update(repeating: Canvas<MappedBuffer>.black)
    }

    private func draw(_ shown: ShownPicture?, into canvas: Canvas<MappedBuffer>, isBlueFirst: Bool) {
        guard let shown, let memory = shown.picture.memory,
            let target = unsafe canvas.buffer.bytes.baseAddress
        else { return }
        let drawing = drawing(of: shown.scene, isBlueFirst: isBlueFirst)
        unsafe drawing.draw(memory, into: target, windowWidth: canvas.size.width)
    }

    private func canvas(of size: PixelSize) throws(VulkanError) -> Canvas<MappedBuffer> {
        if let canvas, canvas.size == size { return canvas }
        let buffer = try MappedBuffer(
            device: device, count: Canvas<MappedBuffer>.byteCount(size),
            usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT, isRead: false)
        let canvas = Canvas(size: size, buffer: buffer)
        self.canvas = canvas
        return canvas
    }

    private func drawing(of scene: Scene, isBlueFirst: Bool) -> ProcessorDrawing {
        if let drawing, drawing.scene === scene, drawing.isBlueFirst == isBlueFirst { return drawing.drawing }
        let new = ProcessorDrawing(scene.picture, scene.placement, isBlueFirst: isBlueFirst)
        drawing = (new, scene, isBlueFirst)
        return new
    }

    func warm(_ scene: Scene, format: VkFormat, ring: CommandRing) throws(VulkanError) {
        let isBlueFirst = format == VK_FORMAT_B8G8R8A8_UNORM
        // Touches the memory for the first time, too.
        let canvas = try canvas(of: scene.window)
        blacken(canvas)
        canvas.note(Canvas<MappedBuffer>.Content(barsOf: scene, isBlueFirst: isBlueFirst))
        _ = drawing(of: scene, isBlueFirst: isBlueFirst)
    }
}
