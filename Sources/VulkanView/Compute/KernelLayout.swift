internal import CVulkan
internal import VulkanCore

/// What the kernel takes: three planes, the window's pixels, and push constants (`VkPipelineLayout`).
@safe final class KernelLayout {
    /// Three planes and the window's pixels.
    static let bufferCount = 4

    let raw: VkPipelineLayout
    let setLayout: VkDescriptorSetLayout
    private let device: VulkanDevice

    init(device: VulkanDevice) throws(VulkanError) {
        let setLayout = try unsafe KernelLayout.makeSetLayout(device)
        do throws(VulkanError) {
            unsafe raw = try KernelLayout.makeLayout(device, setLayout)
        } catch {
            unsafe vkDestroyDescriptorSetLayout(device.raw, setLayout, nil)
            throw error
        }
        unsafe self.setLayout = unsafe setLayout
        self.device = device
        device.countObject()
    }

    deinit {
        unsafe vkDestroyPipelineLayout(device.raw, raw, nil)
        unsafe vkDestroyDescriptorSetLayout(device.raw, setLayout, nil)
    }

    private static func makeSetLayout(_ device: VulkanDevice) throws(VulkanError) -> VkDescriptorSetLayout {
        let scratch = Scratch()
        let bindings = unsafe (0..<bufferCount).map { index in
            var binding = unsafe VkDescriptorSetLayoutBinding()
            unsafe binding.binding = UInt32(index)
            unsafe binding.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
            unsafe binding.descriptorCount = 1
            unsafe binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT.rawValue
            return unsafe binding
        }
        var info = unsafe VkDescriptorSetLayoutCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO
        unsafe info.bindingCount = UInt32(bindings.count)
        unsafe info.pBindings = UnsafePointer(scratch.store(bindings))
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
            stageFlags: VK_SHADER_STAGE_COMPUTE_BIT.rawValue, offset: 0, size: PictureConstants.byteCount)
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
