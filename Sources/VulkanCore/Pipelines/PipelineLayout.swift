package import CVulkan

/// The things that shaders take: one set of descriptors, and push constants (`VkPipelineLayout`).
@safe package final class PipelineLayout {
    package let raw: VkPipelineLayout
    package let setLayout: VkDescriptorSetLayout
    /// The type of each binding from 0 on, and the number of its descriptors.
    let bindings: [(type: VkDescriptorType, count: Int)]
    private let device: VulkanDevice

    /// Makes a layout.
    ///
    /// - Parameters:
    ///   - device: The device that the shaders run on.
    ///   - stage: The stage that takes them.
    ///   - bindings: The type of each binding from 0 on, and the number of its descriptors.
    ///   - constantBytes: The size of the push constants; 0 for none.
    ///   - constantStages: The stages that see the push constants; nil for `stage` alone.
    ///   - isPushed: True when descriptors are pushed into the recording (`VK_KHR_push_descriptor`), not bound as a set.
    ///   - name: The name in captures.
    /// - Throws: The driver's error.
    package init(
        device: VulkanDevice, stage: VkShaderStageFlagBits, bindings: [(type: VkDescriptorType, count: Int)],
        constantBytes: UInt32 = 0, constantStages: VkShaderStageFlags? = nil, isPushed: Bool = false,
        name: String
    ) throws(VulkanError) {
        let setLayout = try unsafe Self.makeSetLayout(device, stage, bindings, isPushed: isPushed)
        do throws(VulkanError) {
            unsafe raw = try Self.makeLayout(
                device, constantStages ?? stage.rawValue, setLayout, constantBytes)
        } catch {
            unsafe vkDestroyDescriptorSetLayout(device.raw, setLayout, nil)
            throw error
        }
        unsafe self.setLayout = unsafe setLayout
        self.bindings = bindings
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_PIPELINE_LAYOUT, name)
        unsafe device.name(setLayout, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, name)
    }

    deinit {
        guard !device.isGivenUp else { return }
        unsafe vkDestroyPipelineLayout(device.raw, raw, nil)
        unsafe vkDestroyDescriptorSetLayout(device.raw, setLayout, nil)
    }

    private static func makeSetLayout(
        _ device: VulkanDevice, _ stage: VkShaderStageFlagBits,
        _ bindings: [(type: VkDescriptorType, count: Int)], isPushed: Bool
    ) throws(VulkanError) -> VkDescriptorSetLayout {
        let scratch = Scratch()
        let all = unsafe bindings.enumerated().map { index, described in
            var binding = unsafe VkDescriptorSetLayoutBinding()
            unsafe binding.binding = UInt32(index)
            unsafe binding.descriptorType = described.type
            unsafe binding.descriptorCount = UInt32(described.count)
            unsafe binding.stageFlags = stage.rawValue
            return unsafe binding
        }
        var info = unsafe VkDescriptorSetLayoutCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO
        if isPushed {
            unsafe info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR.rawValue
        }
        unsafe info.bindingCount = UInt32(all.count)
        unsafe info.pBindings = UnsafePointer(scratch.store(all))
        return try unsafe created("vkCreateDescriptorSetLayout") {
            unsafe vkCreateDescriptorSetLayout(device.raw, &info, nil, &$0)
        }
    }

    private static func makeLayout(
        _ device: VulkanDevice, _ stages: VkShaderStageFlags, _ setLayout: VkDescriptorSetLayout,
        _ constantBytes: UInt32
    ) throws(VulkanError) -> VkPipelineLayout {
        let scratch = Scratch()
        let constants = VkPushConstantRange(stageFlags: stages, offset: 0, size: constantBytes)
        var info = unsafe VkPipelineLayoutCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO
        unsafe info.setLayoutCount = 1
        unsafe info.pSetLayouts = UnsafePointer(scratch.store(Optional(setLayout)))
        if constantBytes > 0 {
            unsafe info.pushConstantRangeCount = 1
            unsafe info.pPushConstantRanges = UnsafePointer(scratch.store(constants))
        }
        return try unsafe created("vkCreatePipelineLayout") {
            unsafe vkCreatePipelineLayout(device.raw, &info, nil, &$0)
        }
    }
}
