internal import CVulkan
internal import VulkanCore

/// The layout of the quad's pipelines: three textures with one sampler, curves of colours, and push constants.
@safe final class QuadLayout {
    /// The number of textures, enough for a picture's planes.
    static let textureCount = 3
    static let constantStages: VkShaderStageFlags =
        VK_SHADER_STAGE_VERTEX_BIT.rawValue | VK_SHADER_STAGE_FRAGMENT_BIT.rawValue

    let sampler: VkSampler
    /// The layout of the descriptors.
    let layout: PipelineLayout
    private let device: VulkanDevice

    var raw: VkPipelineLayout { unsafe layout.raw }

    init(device: VulkanDevice) throws(VulkanError) {
        layout = try PipelineLayout(
            device: device, stage: VK_SHADER_STAGE_FRAGMENT_BIT,
            bindings: [
                (VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, QuadLayout.textureCount),
                (VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1),
            ],
            constantBytes: PictureConstants.byteCount, constantStages: QuadLayout.constantStages,
            name: "quad")
        unsafe sampler = try QuadLayout.makeSampler(device)
        unsafe device.name(sampler, VK_OBJECT_TYPE_SAMPLER, "quad")
        self.device = device
    }

    deinit { if !device.isGivenUp { unsafe vkDestroySampler(device.raw, sampler, nil) } }

    private static func makeSampler(_ device: VulkanDevice) throws(VulkanError) -> VkSampler {
        var info = unsafe VkSamplerCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO
        unsafe info.magFilter = VK_FILTER_LINEAR
        unsafe info.minFilter = VK_FILTER_LINEAR
        unsafe info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
        unsafe info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
        unsafe info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
        return try unsafe created("vkCreateSampler") { unsafe vkCreateSampler(device.raw, &info, nil, &$0) }
    }
}
