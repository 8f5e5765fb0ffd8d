internal import CVulkan
internal import Frames
internal import VulkanCore

/// The kernel's pipeline for one kind of picture and one order of bytes (`VkPipeline`).
@safe final class KernelPipeline {
    /// What a pipeline is made for.
    struct Key: Hashable {
        let traits: PictureTraits
        let isBlueFirst: Bool
        let isWhole: Bool
    }

    /// Pixels of a workgroup: invocations times pixels of each, as in Kernel.comp.
    static let pixelsPerGroup = PixelSize(width: 8 * 8, height: 8)

    let raw: VkPipeline
    private let device: VulkanDevice

    init(
        device: VulkanDevice, layout: KernelLayout, module: ShaderModule, key: Key
    ) throws(VulkanError) {
        let scratch = Scratch()
        var info = unsafe VkComputePipelineCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO
        unsafe info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO
        unsafe info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT
        unsafe info.stage.module = module.raw
        unsafe info.stage.pName = scratch.store("main")
        unsafe info.stage.pSpecializationInfo = scratch.storeSpecialization(
            key.traits.constants + [key.isBlueFirst ? 1 : 0, key.isWhole ? 1 : 0])
        unsafe info.layout = layout.raw
        var pipeline: VkPipeline?
        try check("vkCreateComputePipelines") {
            unsafe vkCreateComputePipelines(device.raw, nil, 1, &info, nil, &pipeline)
        }
        unsafe raw = try made("vkCreateComputePipelines", pipeline)
        self.device = device
        device.countObject()
    }

    deinit { unsafe vkDestroyPipeline(device.raw, raw, nil) }
}
