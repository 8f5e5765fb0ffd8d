internal import CVulkan
internal import VulkanCore

/// The layout of the quad's pipelines: three textures with one sampler, and push constants.
@safe final class QuadLayout {
    /// The number of textures, enough for a picture's planes.
    static let textureCount = 3
    static let constantStages: VkShaderStageFlags = VK_SHADER_STAGE_FRAGMENT_BIT.rawValue

    let raw: VkPipelineLayout
    let setLayout: VkDescriptorSetLayout
    let sampler: VkSampler
    private let device: VulkanDevice

    init(device: VulkanDevice) throws(VulkanError) {
        let sampler = try unsafe QuadLayout.makeSampler(device)
        do throws(VulkanError) {
            let setLayout = try unsafe QuadLayout.makeSetLayout(device)
            do throws(VulkanError) {
                unsafe raw = try QuadLayout.makeLayout(device, setLayout)
            } catch {
                unsafe vkDestroyDescriptorSetLayout(device.raw, setLayout, nil)
                throw error
            }
            unsafe self.setLayout = unsafe setLayout
        } catch {
            unsafe vkDestroySampler(device.raw, sampler, nil)
            throw error
        }
        unsafe self.sampler = unsafe sampler
        self.device = device
        device.countObject()
    }

    deinit {
        unsafe vkDestroyPipelineLayout(device.raw, raw, nil)
        unsafe vkDestroyDescriptorSetLayout(device.raw, setLayout, nil)
        unsafe vkDestroySampler(device.raw, sampler, nil)
    }

    private static func makeSampler(_ device: VulkanDevice) throws(VulkanError) -> VkSampler {
        var info = unsafe VkSamplerCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO
        unsafe info.magFilter = VK_FILTER_LINEAR
        unsafe info.minFilter = VK_FILTER_LINEAR
        unsafe info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
        unsafe info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
        unsafe info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
        var sampler: VkSampler?
        try check("vkCreateSampler") { unsafe vkCreateSampler(device.raw, &info, nil, &sampler) }
        return try unsafe made("vkCreateSampler", sampler)
    }

    private static func makeSetLayout(_ device: VulkanDevice) throws(VulkanError) -> VkDescriptorSetLayout {
        let scratch = Scratch()
        var binding = unsafe VkDescriptorSetLayoutBinding()
        unsafe binding.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
        unsafe binding.descriptorCount = UInt32(textureCount)
        unsafe binding.stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT.rawValue
        var info = unsafe VkDescriptorSetLayoutCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO
        unsafe info.bindingCount = 1
        unsafe info.pBindings = UnsafePointer(scratch.store(binding))
        var layout: VkDescriptorSetLayout?
        try check("vkCreateDescriptorSetLayout") {
            unsafe vkCreateDescriptorSetLayout(device.raw, &info, nil, &layout)
        }
        return try unsafe made("vkCreateDescriptorSetLayout", layout)
    }

    private static func makeLayout(
        _ device: VulkanDevice, _ setLayout: VkDescriptorSetLayout
    ) throws(VulkanError) -> VkPipelineLayout {
        let scratch = Scratch()
        let constants = VkPushConstantRange(
            stageFlags: constantStages, offset: 0, size: PictureConstants.byteCount)
        var info = unsafe VkPipelineLayoutCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO
        unsafe info.setLayoutCount = 1
        unsafe info.pSetLayouts = UnsafePointer(scratch.store(Optional(setLayout)))
        unsafe info.pushConstantRangeCount = 1
        unsafe info.pPushConstantRanges = UnsafePointer(scratch.store(constants))
        var layout: VkPipelineLayout?
        try check("vkCreatePipelineLayout") { unsafe vkCreatePipelineLayout(device.raw, &info, nil, &layout) }
        return try unsafe made("vkCreatePipelineLayout", layout)
    }
}
