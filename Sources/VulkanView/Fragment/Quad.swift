internal import CVulkan
internal import Frames
internal import VulkanCore

/// The quad that shows a picture's textures: the pipelines, made when first needed.
///
/// Its triangle strip has the corners of ``Placement/vertices``, which lie on edges of pixels: half a pixel from every middle, far beyond
/// what a device rounds. Confined to the device's thread. A pipeline is one arrangement of planes with one filter and one meaning of
/// colours, for one kind of target; sizes and places are push constants and change without making anything.
@safe final class Quad {
    private let device: VulkanDevice
    private let layout: QuadLayout
    private let vertex: ShaderModule
    private let fragment: ShaderModule
    private let curves: CurveBuffers
    /// The pipelines so far.
    private(set) var pipelines: [QuadPipeline.Key: QuadPipeline] = [:]

    init(device: VulkanDevice) throws(VulkanError) {
        self.device = device
        curves = CurveBuffers(device: device)
        layout = try QuadLayout(device: device)
        vertex = try ShaderModule(device: device, words: Quad.vertexShader, name: "quad, vertices")
        fragment = try ShaderModule(device: device, words: Quad.fragmentShader, name: "quad, fragments")
    }

    /// Makes a place for textures of one picture at a time.
    func makeBinding(ring: CommandRing) throws(VulkanError) -> QuadBinding {
        try QuadBinding(device: device, ring: ring, layout: layout)
    }

    /// Records the drawing; rendering into the target has begun.
    ///
    /// - Parameters:
    ///   - planes: The picture's textures.
    ///   - scene: The picture that they hold, and its place.
    ///   - cell: The cell that shows it.
    ///   - target: The image that is drawn into.
    ///   - commands: The recording.
    /// - Throws: The driver's error for a new pipeline.
    func record(
        _ planes: PlaneSet, _ scene: Scene, of cell: QuadCell, target: RenderTarget, into commands: Commands
    ) throws(VulkanError) {
        let isFolded = planes.images.count > scene.picture.format.planes.count
        let pipeline = try pipeline(for: scene, of: cell, format: target.format, isFolded: isFolded)
        let buffer = unsafe commands.raw
        unsafe vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.raw)
        cell.binding.bind(planes, try curves.buffer(of: scene.traits.screen), in: commands)
        var viewport = VkViewport(scene.cell)
        unsafe vkCmdSetViewport(buffer, 0, 1, &viewport)
        var all = VkRect2D(Placement.Rectangle(wholeOf: target.size))
        unsafe vkCmdSetScissor(buffer, 0, 1, &all)
        var constants = scene.constants
        unsafe vkCmdPushConstants(
            buffer, layout.raw, QuadLayout.constantStages, 0, PictureConstants.byteCount, &constants)
        unsafe vkCmdDraw(buffer, 4, 1, 0, 0)
    }

    private func pipeline(
        for scene: Scene, of cell: QuadCell, format: VkFormat, isFolded: Bool
    ) throws(VulkanError) -> QuadPipeline {
        let last = cell.last
        if let last, last.scene === scene, last.format == format, last.pipeline.isFolded == isFolded {
            return last.pipeline
        }
        let key = QuadPipeline.Key(scene.traits, format, isFolded: isFolded)
        let pipeline: QuadPipeline
        if let made = pipelines[key] {
            pipeline = made
        } else {
            pipeline = try QuadPipeline(
                device: device, layout: layout, vertex: vertex, fragment: fragment, key: key,
                isFolded: isFolded)
            pipelines[key] = pipeline
        }
        cell.last = (scene, format, pipeline)
        return pipeline
    }
}

extension VkViewport {
    /// Describes a cell of the window, whose clip space a placement's vertices count in.
    init(_ cell: Placement.Rectangle) {
        self.init(
            x: Float(cell.x), y: Float(cell.y), width: Float(cell.size.width),
            height: Float(cell.size.height), minDepth: 0, maxDepth: 1)
    }
}
