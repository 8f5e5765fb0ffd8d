internal import CVulkan
internal import Frames
internal import VulkanCore

/// The quad's pipeline for one arrangement of planes, filter, meaning of colours and kind of target (`VkPipeline`).
@safe final class QuadPipeline {
    /// The properties that a pipeline is made for.
    struct Key: Hashable {
        /// The specialization constants of Quad.frag.
        let constants: [UInt32]
        /// The target's `VkFormat`.
        let format: VkFormat.RawValue

        init(_ traits: PictureTraits, _ format: VkFormat, isFolded: Bool) {
            // The general way folds rows of any picture.
            constants = traits.constants + [isFolded && traits.hasPattern ? 1 : 0]
            self.format = format.rawValue
        }
    }

    let raw: VkPipeline
    /// True when each row of the only plane lies in several textures.
    let isFolded: Bool
    private let device: VulkanDevice

    init(
        device: VulkanDevice, layout: QuadLayout, vertex: ShaderModule, fragment: ShaderModule, key: Key,
        isFolded: Bool
    ) throws(VulkanError) {
        let scratch = Scratch()
        var info = unsafe VkGraphicsPipelineCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO
        unsafe info.pNext = QuadPipeline.rendering(into: VkFormat(rawValue: key.format), scratch)
        unsafe info.stageCount = 2
        unsafe info.pStages = QuadPipeline.stages(vertex, fragment, key, scratch)
        unsafe QuadPipeline.describeGeometry(&info, scratch)
        unsafe QuadPipeline.describeOutput(&info, scratch)
        unsafe info.layout = layout.raw
        unsafe raw = try created("vkCreateGraphicsPipelines") {
            unsafe vkCreateGraphicsPipelines(device.raw, nil, 1, &info, nil, &$0)
        }
        self.isFolded = isFolded
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_PIPELINE, "quad")
    }

    deinit { if !device.isGivenUp { unsafe vkDestroyPipeline(device.raw, raw, nil) } }

    private static func rendering(into format: VkFormat, _ scratch: Scratch) -> UnsafeRawPointer {
        var rendering = unsafe VkPipelineRenderingCreateInfo()
        unsafe rendering.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO
        unsafe rendering.colorAttachmentCount = 1
        unsafe rendering.pColorAttachmentFormats = UnsafePointer(scratch.store(format))
        return unsafe UnsafeRawPointer(scratch.store(rendering))
    }

    private static func stages(
        _ vertex: ShaderModule, _ fragment: ShaderModule, _ key: Key, _ scratch: Scratch
    ) -> UnsafePointer<VkPipelineShaderStageCreateInfo> {
        var first = unsafe VkPipelineShaderStageCreateInfo()
        unsafe first.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO
        unsafe first.stage = VK_SHADER_STAGE_VERTEX_BIT
        unsafe first.module = vertex.raw
        unsafe first.pName = scratch.store("main")
        var second = unsafe first
        unsafe second.stage = VK_SHADER_STAGE_FRAGMENT_BIT
        unsafe second.module = fragment.raw
        unsafe second.pSpecializationInfo = scratch.storeSpecialization(key.constants)
        return unsafe UnsafePointer(scratch.store([first, second]))
    }

    /// Describes a strip without vertex buffers, of which both sides are seen: a mirrored strip runs the other way
    /// round.
    private static func describeGeometry(_ info: inout VkGraphicsPipelineCreateInfo, _ scratch: Scratch) {
        var input = unsafe VkPipelineVertexInputStateCreateInfo()
        unsafe input.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO
        unsafe info.pVertexInputState = UnsafePointer(scratch.store(input))
        var assembly = unsafe VkPipelineInputAssemblyStateCreateInfo()
        unsafe assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO
        unsafe assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP
        unsafe info.pInputAssemblyState = UnsafePointer(scratch.store(assembly))
        var viewport = unsafe VkPipelineViewportStateCreateInfo()
        unsafe viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO
        unsafe viewport.viewportCount = 1
        unsafe viewport.scissorCount = 1
        unsafe info.pViewportState = UnsafePointer(scratch.store(viewport))
        var raster = unsafe VkPipelineRasterizationStateCreateInfo()
        unsafe raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO
        unsafe raster.polygonMode = VK_POLYGON_MODE_FILL
        unsafe raster.cullMode = VK_CULL_MODE_NONE.rawValue
        unsafe raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE
        unsafe raster.lineWidth = 1
        unsafe info.pRasterizationState = UnsafePointer(scratch.store(raster))
    }

    private static func describeOutput(_ info: inout VkGraphicsPipelineCreateInfo, _ scratch: Scratch) {
        var samples = unsafe VkPipelineMultisampleStateCreateInfo()
        unsafe samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO
        unsafe samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT
        unsafe info.pMultisampleState = UnsafePointer(scratch.store(samples))
        var attachment = VkPipelineColorBlendAttachmentState()
        attachment.colorWriteMask =
            VK_COLOR_COMPONENT_R_BIT.rawValue | VK_COLOR_COMPONENT_G_BIT.rawValue
            | VK_COLOR_COMPONENT_B_BIT.rawValue | VK_COLOR_COMPONENT_A_BIT.rawValue
        var blend = unsafe VkPipelineColorBlendStateCreateInfo()
        unsafe blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO
        unsafe blend.attachmentCount = 1
        unsafe blend.pAttachments = UnsafePointer(scratch.store(attachment))
        unsafe info.pColorBlendState = UnsafePointer(scratch.store(blend))
        var dynamic = unsafe VkPipelineDynamicStateCreateInfo()
        unsafe dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO
        unsafe dynamic.dynamicStateCount = 2
        unsafe dynamic.pDynamicStates = UnsafePointer(
            scratch.store([VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR]))
        unsafe info.pDynamicState = UnsafePointer(scratch.store(dynamic))
    }
}
