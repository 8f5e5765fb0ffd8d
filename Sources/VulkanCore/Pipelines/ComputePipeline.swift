package import CVulkan

/// A compute shader on the device, with its layout (`VkPipeline`).
@safe package final class ComputePipeline {
    package let raw: VkPipeline
    package let layout: PipelineLayout
    private let device: VulkanDevice

    /// Makes a pipeline; the driver compiles the shader.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - layout: The things that the shader takes.
    ///   - module: The shader, with an entry `main`.
    ///   - constants: The specialization constants, numbered from 0.
    ///   - name: The name in captures.
    /// - Throws: The driver's error.
    package init(
        device: VulkanDevice, layout: PipelineLayout, module: ShaderModule, constants: [UInt32] = [],
        name: String
    ) throws(VulkanError) {
        let scratch = Scratch()
        var info = unsafe VkComputePipelineCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO
        unsafe info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO
        unsafe info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT
        unsafe info.stage.module = module.raw
        unsafe info.stage.pName = scratch.store("main")
        if !constants.isEmpty {
            unsafe info.stage.pSpecializationInfo = scratch.storeSpecialization(constants)
        }
        unsafe info.layout = layout.raw
        unsafe raw = try created("vkCreateComputePipelines") {
            unsafe vkCreateComputePipelines(device.raw, nil, 1, &info, nil, &$0)
        }
        self.layout = layout
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_PIPELINE, name)
    }

    deinit { if !device.isGivenUp { unsafe vkDestroyPipeline(device.raw, raw, nil) } }
}
