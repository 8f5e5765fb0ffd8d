internal import CVulkan
internal import Frames
internal import VulkanCore

/// Draws a picture's textures as one quad: the pipelines, made when first needed, and the textures' binding.
///
/// Confined to the device's thread. A pipeline is one arrangement of planes with one filter and one meaning of
/// colours, for one kind of target; sizes and places are push constants and change without making anything.
@safe final class Quad {
    private let device: VulkanDevice
    private let layout: QuadLayout
    private let vertex: ShaderModule
    private let fragment: ShaderModule
    private var pipelines: [QuadPipeline.Key: QuadPipeline] = [:]
    private var binding: PlaneBinding?

    init(device: VulkanDevice) throws(VulkanError) {
        self.device = device
        layout = try QuadLayout(device: device)
        vertex = try ShaderModule(device: device, words: Quad.vertexShader)
        fragment = try ShaderModule(device: device, words: Quad.fragmentShader)
    }

    /// Records the drawing; rendering into the target has begun.
    ///
    /// - Parameters:
    ///   - planes: The picture's textures.
    ///   - picture: What they hold.
    ///   - placement: Where it goes.
    ///   - target: What is drawn into.
    ///   - commands: The recording; keeps what the GPU needs.
    /// - Throws: What the driver says to a new pipeline or binding.
    func record(
        _ planes: PlaneSet, _ picture: Picture, _ placement: Placement, target: RenderTarget,
        into commands: Commands
    ) throws(VulkanError) {
        let pipeline = try pipeline(
            for: QuadPipeline.Key(traits: PictureTraits(picture, placement), format: target.format))
        let binding = try binding(of: planes)
        commands.keep(binding)
        let buffer = unsafe commands.raw
        unsafe vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.raw)
        var set: VkDescriptorSet? = unsafe binding.set
        unsafe vkCmdBindDescriptorSets(
            buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, layout.raw, 0, 1, &set, 0, nil)
        var viewport = VkViewport(
            x: 0, y: 0, width: Float(target.size.width), height: Float(target.size.height), minDepth: 0,
            maxDepth: 1)
        unsafe vkCmdSetViewport(buffer, 0, 1, &viewport)
        var scissor = VkRect2D(placement.rectangle)
        unsafe vkCmdSetScissor(buffer, 0, 1, &scissor)
        var constants = PictureConstants(picture, placement, window: target.size)
        unsafe vkCmdPushConstants(
            buffer, layout.raw, QuadLayout.constantStages, 0, PictureConstants.byteCount, &constants)
        unsafe vkCmdDraw(buffer, 4, 1, 0, 0)
    }

    private func pipeline(for key: QuadPipeline.Key) throws(VulkanError) -> QuadPipeline {
        if let pipeline = pipelines[key] { return pipeline }
        let pipeline = try QuadPipeline(
            device: device, layout: layout, vertex: vertex, fragment: fragment, key: key)
        pipelines[key] = pipeline
        return pipeline
    }

    private func binding(of planes: PlaneSet) throws(VulkanError) -> PlaneBinding {
        if let binding, binding.planes === planes { return binding }
        let binding = try PlaneBinding(device: device, layout: layout, planes: planes)
        self.binding = binding
        return binding
    }
}

extension VkRect2D {
    /// Whole pixels of the target as Vulkan takes them.
    init(_ rectangle: Placement.Rectangle) {
        self.init(
            offset: VkOffset2D(x: Int32(rectangle.x), y: Int32(rectangle.y)),
            extent: VkExtent2D(width: UInt32(rectangle.size.width), height: UInt32(rectangle.size.height)))
    }
}
