internal import CVulkan
internal import Frames
internal import VulkanCore

/// Draws with the processor into memory that is copied into the target.
final class ProcessorPainter: PicturePainter {
    private let device: VulkanDevice
    private let ring: CommandRing
    private var canvas: Canvas<MappedBuffer>?

    init(device: VulkanDevice, ring: CommandRing) {
        self.device = device
        self.ring = ring
    }

    /// The tables for a cell's picture.
    private final class Cell: CellPaint {
        private var last: (drawing: ProcessorDrawing, scene: Scene, isBlueFirst: Bool)?

        /// Gives the drawing of a scene: the last one where nothing has changed.
        func drawing(of scene: Scene, isBlueFirst: Bool) -> ProcessorDrawing {
            if let last, last.scene === scene, last.isBlueFirst == isBlueFirst { return last.drawing }
            let new = ProcessorDrawing(
                scene.picture, scene.placement, at: scene.rectangle, isBlueFirst: isBlueFirst)
            last = (new, scene, isBlueFirst)
            return new
        }
    }

    func makePaint() throws(VulkanError) -> any CellPaint { Cell() }

    func record(
        _ content: WindowContent, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
        for cell in content.cells {
            guard let picture = cell.shown?.picture.picture, picture.arrangement == .other else { continue }
            throw VulkanError(
                .unsupported, "the processor does not draw \(picture.format.name); choose --path compute")
        }
        let canvas = try canvas(of: target.size)
        let missing = canvas.missing(content, isBlueFirst: target.isBlueFirst, ring)
        if missing != .nothing {
            // The copy of the last picture out of the same memory must be over.
            try ring.wait(for: canvas.reader)
            try device.measuredDrawing { () throws(VulkanError) in
                draw(content, into: canvas, missing, isBlueFirst: target.isBlueFirst)
            }
            canvas.note(content, isBlueFirst: target.isBlueFirst)
        }
        unsafe canvas.recordCopy(of: canvas.buffer.raw, to: target, commands)
        return .copyDestination
    }

    private func fill(_ canvas: Canvas<MappedBuffer>, with ground: UInt32) {
        unsafe canvas.buffer.bytes.bindMemory(to: UInt32.self).update(repeating: ground)
    }

    /// Hides what lies below a cell and its picture will not cover.
    private func cover(_ cell: ShownCell, in canvas: Canvas<MappedBuffer>, with ground: UInt32) {
        let pixels = unsafe canvas.buffer.bytes.bindMemory(to: UInt32.self)
        for place in cell.uncovered {
            for row in place.y..<place.y + place.size.height {
                let start = row * canvas.size.width + place.x
                unsafe pixels[start..<start + place.size.width].update(repeating: ground)
            }
        }
    }

    private func draw(
        _ content: WindowContent, into canvas: Canvas<MappedBuffer>,
        _ missing: Canvas<MappedBuffer>.Missing, isBlueFirst: Bool
    ) {
        let isOverlapping =
            missing == .everything && content.coverage(of: canvas.size) == .overlapping
        let ground = content.background.pixel(isBlueFirst: isBlueFirst)
        if missing == .everything { fill(canvas, with: ground) }
        for (index, cell) in content.cells.enumerated() {
            if isOverlapping, index > 0 { cover(cell, in: canvas, with: ground) }
            guard let shown = cell.shown, let paint = cell.paint as? Cell,
                missing == .everything || canvas.lacks(index, shown), let memory = shown.picture.memory,
                let target = unsafe canvas.buffer.bytes.baseAddress
            else { continue }
            let drawing = paint.drawing(of: shown.scene, isBlueFirst: isBlueFirst)
            unsafe drawing.draw(memory, into: target, windowWidth: canvas.size.width)
        }
    }

    private func canvas(of size: PixelSize) throws(VulkanError) -> Canvas<MappedBuffer> {
        if let canvas, canvas.size == size { return canvas }
        let buffer = try MappedBuffer(
            device: device, count: Canvas<MappedBuffer>.byteCount(size),
            usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT, isRead: false, name: "canvas")
        let canvas = Canvas(size: size, buffer: buffer)
        self.canvas = canvas
        return canvas
    }

    func warm(
        _ scene: Scene, with paint: any CellPaint, on background: BackgroundColor, format: VkFormat,
        ring: CommandRing
    ) throws(VulkanError) {
        let isBlueFirst = format == VK_FORMAT_B8G8R8A8_UNORM
        // Touches the memory for the first time, too.
        let canvas = try canvas(of: scene.window)
        fill(canvas, with: background.pixel(isBlueFirst: isBlueFirst))
        canvas.note(barsOf: scene, background, isBlueFirst: isBlueFirst)
        _ = (paint as? Cell)?.drawing(of: scene, isBlueFirst: isBlueFirst)
    }
}
