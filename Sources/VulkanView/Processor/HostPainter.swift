internal import CVulkan
internal import Frames
internal import VulkanCore

/// Draws with the processor into memory that is copied into the target.
final class HostPainter: StagePainter {
    private let device: VulkanDevice
    private let ring: CommandRing
    private var canvas: Canvas<MappedBuffer>?
    private var drawing: (drawing: HostDrawing, scene: Scene, isBlueFirst: Bool)?

    init(device: VulkanDevice, ring: CommandRing) {
        self.device = device
        self.ring = ring
    }

    func pictureHasChanged() { canvas?.isCurrent = false }

    func recordingWasLost() { canvas = nil }

    func record(
        _ planes: FramePlanes, _ scene: Scene?, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
        try draw(scene, into: target, commands) { _ in planes.memory }
    }

    func record(
        _ scene: Scene?, into target: RenderTarget, _ commands: Commands,
        reading recordBuffers: (Commands) throws(VulkanError) -> PlaneBuffers?
    ) throws(VulkanError) -> ImageUse {
        try draw(scene, into: target, commands) { (commands) throws(VulkanError) in
            try recordBuffers(commands).flatMap { PlaneMemory($0) }
        }
    }

    private func draw(
        _ scene: Scene?, into target: RenderTarget, _ commands: Commands,
        _ read: (Commands) throws(VulkanError) -> PlaneMemory?
    ) throws(VulkanError) -> ImageUse {
        let canvas = try canvas(of: target.size)
        if !canvas.isDrawn || !canvas.isCurrent || canvas.scene !== scene {
            let memory = try read(commands)
            // The copy of the last picture out of the same memory must be over.
            try ring.wait(for: canvas.reader)
            try device.measuredDrawing { () throws(VulkanError) in
                try draw(memory, scene, into: canvas, isBlueFirst: target.isBlueFirst)
            }
        }
        unsafe canvas.recordCopy(of: canvas.buffer.raw, to: target, commands)
        return .copyDestination
    }

    private func draw(
        _ memory: PlaneMemory?, _ scene: Scene?, into canvas: Canvas<MappedBuffer>, isBlueFirst: Bool
    ) throws(VulkanError) {
        if !canvas.isDrawn || canvas.scene !== scene {
            unsafe canvas.buffer.bytes.bindMemory(to: UInt32.self).update(
                repeating: Canvas<MappedBuffer>.black)
        }
        canvas.scene = scene
        canvas.isDrawn = true
        canvas.isCurrent = true
        guard let scene, let memory, let target = unsafe canvas.buffer.bytes.baseAddress else { return }
        let drawing = drawing(of: scene, isBlueFirst: isBlueFirst)
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

    private func drawing(of scene: Scene, isBlueFirst: Bool) -> HostDrawing {
        if let drawing, drawing.scene === scene, drawing.isBlueFirst == isBlueFirst { return drawing.drawing }
        let new = HostDrawing(scene.picture, scene.placement, isBlueFirst: isBlueFirst)
        drawing = (new, scene, isBlueFirst)
        return new
    }

    func warm(_ scene: Scene, format: VkFormat, ring: CommandRing) throws(VulkanError) {
        let isBlueFirst = format == VK_FORMAT_B8G8R8A8_UNORM
        // Touches the memory for the first time, too.
        try draw(nil, scene, into: try canvas(of: scene.window), isBlueFirst: isBlueFirst)
        _ = drawing(of: scene, isBlueFirst: isBlueFirst)
    }
}
