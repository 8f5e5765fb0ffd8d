internal import CVulkan
internal import Frames
internal import VulkanCore

/// The painter that draws with a kernel into a buffer that is copied into the target.
final class KernelPainter: PicturePainter {
    private let device: VulkanDevice
    private let ring: CommandRing
    private let kernel: Kernel
    private var canvas: Canvas<DeviceBuffer>?

    init(device: VulkanDevice, ring: CommandRing) throws(VulkanError) {
        self.device = device
        self.ring = ring
        kernel = try Kernel(device: device, ring: ring)
    }

    func record(
        _ shown: ShownPicture?, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
        let canvas = try canvas(of: target.size)
        let content = Canvas<DeviceBuffer>.Content(shown, in: target)
        let missing = canvas.missing(content, ring)
        if missing != .nothing {
            // Earlier copies out of the canvas come first.
            commands.order(.copyRead, before: .fillOrKernelWrite)
            if missing == .everything { fill(canvas, commands) }
            if let shown, case .buffers(let buffers) = shown.picture.samples {
                shown.picture.acquire(into: commands)
                try kernel.record(
                    buffers, shown.scene, into: canvas, isBlueFirst: target.isBlueFirst, commands)
            }
            commands.order(.fillOrKernelWrite, before: .copyRead)
            canvas.note(content, in: commands)
        }
        unsafe canvas.recordCopy(of: canvas.buffer.raw, to: target, commands)
        return .copyDestination
    }

    private func fill(_ canvas: Canvas<DeviceBuffer>, _ commands: Commands) {
        unsafe vkCmdFillBuffer(
            commands.raw, canvas.buffer.raw, 0, VK_WHOLE_SIZE, Canvas<DeviceBuffer>.black)
        commands.order(.fill, before: .kernelWrite)
    }

    private func canvas(of size: PixelSize) throws(VulkanError) -> Canvas<DeviceBuffer> {
        if let canvas, canvas.size == size { return canvas }
        let canvas = Canvas(
            size: size,
            buffer: try DeviceBuffer(
                device: device, count: Canvas<DeviceBuffer>.byteCount(size),
                usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue
                    | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue))
        self.canvas = canvas
        return canvas
    }

    func warm(_ scene: Scene, format: VkFormat, ring: CommandRing) throws(VulkanError) {
        _ = try canvas(of: scene.window)
        let count = 256
        let buffer = try DeviceBuffer(
            device: device, count: count,
            usage: VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue)
        let plane = unsafe PlaneBuffers.Plane(buffer: buffer.raw, byteCount: count, offset: 0, stride: 0)
        let planes = PlaneBuffers(
            planes: Array(repeating: plane, count: scene.picture.format.planes.count), owner: buffer)
        let pixel = Canvas(size: PixelSize(width: 1, height: 1), buffer: buffer)
        let commands = try ring.begin()
        commands.keep(planes)
        unsafe vkCmdFillBuffer(commands.raw, buffer.raw, 0, VK_WHOLE_SIZE, 0)
        commands.order(.fill, before: .kernel)
        try kernel.record(
            planes, Scene(trying: scene), into: pixel, isBlueFirst: format == VK_FORMAT_B8G8R8A8_UNORM,
            commands)
        try ring.submit(commands)
    }
}
