internal import CVulkan
internal import VulkanCore

/// A compiled kernel on the device (`VkPipeline`), with its layout.
@safe final class KernelPipeline {
    let raw: VkPipeline
    let layout: KernelLayout
    private let device: VulkanDevice

    init(device: VulkanDevice, layout: KernelLayout, words: [UInt32]) throws(VulkanError) {
        let module = try ShaderModule(device: device, words: words)
        let scratch = Scratch()
        var info = unsafe VkComputePipelineCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO
        unsafe info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO
        unsafe info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT
        unsafe info.stage.module = module.raw
        unsafe info.stage.pName = scratch.store("main")
        unsafe info.layout = layout.raw
        var pipeline: VkPipeline?
        try check("vkCreateComputePipelines") {
            unsafe vkCreateComputePipelines(device.raw, nil, 1, &info, nil, &pipeline)
        }
        unsafe raw = try made("vkCreateComputePipelines", pipeline)
        self.layout = layout
        self.device = device
        device.countObject()
    }

    deinit { unsafe vkDestroyPipeline(device.raw, raw, nil) }
}

/// What kernels with a number of buffers take: the block of numbers, then the buffers (`VkPipelineLayout`).
@safe final class KernelLayout {
    let raw: VkPipelineLayout
    private let setLayout: VkDescriptorSetLayout
    private let device: VulkanDevice

    /// - Parameters:
    ///   - device: Where.
    ///   - bindingCount: How many buffers.
    ///   - uniforms: Which of them are uniform buffers; the others are storage buffers.
    /// - Throws: What the driver says.
    init(device: VulkanDevice, bindingCount: Int, uniforms: Set<Int>) throws(VulkanError) {
        let scratch = Scratch()
        let bindings = unsafe (0..<bindingCount).map { index in
            var binding = unsafe VkDescriptorSetLayoutBinding()
            unsafe binding.binding = UInt32(index)
            unsafe binding.descriptorType =
                uniforms.contains(index)
                ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
            unsafe binding.descriptorCount = 1
            unsafe binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT.rawValue
            return unsafe binding
        }
        var info = unsafe VkDescriptorSetLayoutCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO
        unsafe info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR.rawValue
        unsafe info.bindingCount = UInt32(bindings.count)
        unsafe info.pBindings = UnsafePointer(scratch.store(bindings))
        var setLayout: VkDescriptorSetLayout?
        try check("vkCreateDescriptorSetLayout") {
            unsafe vkCreateDescriptorSetLayout(device.raw, &info, nil, &setLayout)
        }
        let madeLayout = try unsafe made("vkCreateDescriptorSetLayout", setLayout)
        do throws(VulkanError) {
            var info = unsafe VkPipelineLayoutCreateInfo()
            unsafe info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO
            unsafe info.setLayoutCount = 1
            unsafe info.pSetLayouts = UnsafePointer(scratch.store(Optional(madeLayout)))
            var layout: VkPipelineLayout?
            try check("vkCreatePipelineLayout") {
                unsafe vkCreatePipelineLayout(device.raw, &info, nil, &layout)
            }
            unsafe raw = try made("vkCreatePipelineLayout", layout)
        } catch {
            unsafe vkDestroyDescriptorSetLayout(device.raw, madeLayout, nil)
            throw error
        }
        unsafe self.setLayout = unsafe madeLayout
        self.device = device
        device.countObject()
    }

    deinit {
        unsafe vkDestroyPipelineLayout(device.raw, raw, nil)
        unsafe vkDestroyDescriptorSetLayout(device.raw, setLayout, nil)
    }
}
