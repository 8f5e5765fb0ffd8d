internal import CVulkan
internal import Frames
internal import Processor
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
        private var last: (placing: PicturePlacing, scene: Scene, isBlueFirst: Bool)?

        /// Gives the way of a scene's picture into the window: the last one where nothing has changed; nil for compressed pictures.
        func placing(of scene: Scene, isBlueFirst: Bool) -> PicturePlacing? {
            if let last, last.scene === scene, last.isBlueFirst == isBlueFirst { return last.placing }
            let (picture, placement, weights) = (scene.picture, scene.placement, scene.traits.weights)
            let screen = scene.traits.screen
            last = PicturePlacing(
                picture.format, size: picture.size, site: picture.color.chromaSite,
                weights: (weights.red, weights.green, weights.blue),
                screen: screen.kind == .same && scene.traits.part == .code
                    ? nil
                    : PicturePlacing.Screen(
                        curves: screen.curves, isCurved: screen.kind != .same,
                        mixture: screen.kind == .mixture ? screen.mixture : nil,
                        part: scene.traits.part.rawValue),
                at: PicturePlacing.Place(
                    columns: placement.columns.words, rows: placement.rows.words,
                    covered: scene.rectangle.size, isLinear: scene.traits.isLinear,
                    isTurned: placement.isTurned, isBlueFirst: isBlueFirst)
            ).map { ($0, scene, isBlueFirst) }
            return last?.placing
        }
    }

    func makePaint() throws(VulkanError) -> any CellPaint { Cell() }

    func record(
        _ content: WindowContent, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
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
                let pixels = unsafe canvas.buffer.bytes.baseAddress,
                let placing = paint.placing(of: shown.scene, isBlueFirst: isBlueFirst)
            else { continue }
            let (place, stride) = (shown.scene.rectangle, canvas.size.width * 4)
            func plane(_ index: Int) -> PicturePlacing.Plane {
                unsafe (memory[index].address, memory[index].stride)
            }
            unsafe placing.draw(
                plane(0), plane(1), plane(2), into: pixels + place.y * stride + place.x * 4, stride: stride)
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
        _ = (paint as? Cell)?.placing(of: scene, isBlueFirst: isBlueFirst)
    }
}
