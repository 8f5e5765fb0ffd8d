internal import CVulkan
internal import Frames
internal import VulkanCore

/// The painter that draws with a kernel into a buffer that is copied into the target.
final class KernelPainter: PicturePainter {
    private let device: VulkanDevice
    private let ring: CommandRing
    let kernel: Kernel
    private var canvas: Canvas<DeviceBuffer>?

    init(device: VulkanDevice, ring: CommandRing) throws(VulkanError) {
        self.device = device
        self.ring = ring
        kernel = try Kernel(device: device)
    }

    func makePaint() throws(VulkanError) -> any CellPaint { try kernel.makeCell(ring: ring) }

    func record(
        _ content: WindowContent, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
        let canvas = try canvas(of: target.size)
        let missing = canvas.missing(content, isBlueFirst: target.isBlueFirst, ring)
        if missing != .nothing {
            // Earlier copies out of the canvas come first.
            commands.order(.copyRead, before: .fillOrKernelWrite)
            try draw(content, into: canvas, missing, isBlueFirst: target.isBlueFirst, commands)
            commands.order(.fillOrKernelWrite, before: .copyRead)
            canvas.note(content, isBlueFirst: target.isBlueFirst, in: commands)
        }
        unsafe canvas.recordCopy(of: canvas.buffer.raw, to: target, commands)
        return .copyDestination
    }

    private func draw(
        _ content: WindowContent, into canvas: Canvas<DeviceBuffer>,
        _ missing: Canvas<DeviceBuffer>.Missing, isBlueFirst: Bool, _ commands: Commands
    ) throws(VulkanError) {
        let isOverlapping =
            missing == .everything && content.coverage(of: canvas.size) == .overlapping
        let ground = content.background.pixel(isBlueFirst: isBlueFirst)
        if missing == .everything { fill(canvas, with: ground, commands) }
        for (index, cell) in content.cells.enumerated() {
            if isOverlapping, index > 0 { cover(cell, in: canvas, with: ground, commands) }
            guard let shown = cell.shown, let paint = cell.paint as? KernelCell,
                missing == .everything || canvas.lacks(index, shown),
                case .buffers(let buffers) = shown.picture.samples
            else { continue }
            shown.picture.acquire(into: commands)
            commands.keep(paint)
            try commands.region("picture \(index)") { () throws(VulkanError) in
                try kernel.record(
                    buffers, shown.scene, of: paint, into: canvas, isBlueFirst: isBlueFirst, commands)
            }
        }
    }

    private func fill(_ canvas: Canvas<DeviceBuffer>, with ground: UInt32, _ commands: Commands) {
        unsafe vkCmdFillBuffer(commands.raw, canvas.buffer.raw, 0, VK_WHOLE_SIZE, ground)
        commands.order(.fill, before: .kernelWrite)
    }

    /// Hides what lies below a cell and its picture will not cover, once everything below it is drawn.
    private func cover(
        _ cell: ShownCell, in canvas: Canvas<DeviceBuffer>, with ground: UInt32, _ commands: Commands
    ) {
        commands.order(.fillOrKernelWrite, before: .fillOrKernelWrite)
        for place in cell.uncovered {
            for row in place.y..<place.y + place.size.height {
                unsafe vkCmdFillBuffer(
                    commands.raw, canvas.buffer.raw,
                    VkDeviceSize((row * canvas.size.width + place.x) * 4), VkDeviceSize(place.size.width * 4),
                    ground)
            }
        }
        commands.order(.fill, before: .kernelWrite)
    }

    private func canvas(of size: PixelSize) throws(VulkanError) -> Canvas<DeviceBuffer> {
        if let canvas, canvas.size == size { return canvas }
        let count = Canvas<DeviceBuffer>.byteCount(size)
        guard count <= device.physical.limits.storageBytes else {
            throw VulkanError(
                .unsupported, "\(device.name) runs no kernels on a window of \(size); choose --path fragment")
        }
        let canvas = Canvas(
            size: size,
            buffer: try DeviceBuffer(
                device: device, count: count,
                usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue
                    | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue,
                name: "canvas"))
        self.canvas = canvas
        return canvas
    }

    func warm(
        _ scene: Scene, with paint: any CellPaint, on background: BackgroundColor, format: VkFormat,
        ring: CommandRing
    ) throws(VulkanError) {
        guard let cell = paint as? KernelCell else { return }
        _ = try canvas(of: scene.window)
        let count = 256
        let buffer = try DeviceBuffer(
            device: device, count: count,
            usage: VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue,
            name: "trial")
        let plane = unsafe PlaneBuffers.Plane(buffer: buffer.raw, byteCount: count, offset: 0, stride: 0)
        let planes = PlaneBuffers(
            planes: Array(repeating: plane, count: scene.picture.format.planes.count), owner: buffer)
        let pixel = Canvas(size: PixelSize(width: 1, height: 1), buffer: buffer)
        let commands = try ring.begin()
        commands.keep(cell)
        commands.keep(planes)
        unsafe vkCmdFillBuffer(commands.raw, buffer.raw, 0, VK_WHOLE_SIZE, 0)
        commands.order(.fill, before: .kernel)
        try kernel.record(
            planes, Scene(trying: scene), of: cell, into: pixel,
            isBlueFirst: format == VK_FORMAT_B8G8R8A8_UNORM, commands)
        try ring.submit(commands)
    }
}
