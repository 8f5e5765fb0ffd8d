package import CVulkan

/// A compiled shader, on the device (`VkShaderModule`).
@safe package final class ShaderModule {
    package let raw: VkShaderModule
    private let device: VulkanDevice

    package init(device: VulkanDevice, words: [UInt32], name: String) throws(VulkanError) {
        let scratch = Scratch()
        var info = unsafe VkShaderModuleCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO
        unsafe info.codeSize = words.count * MemoryLayout<UInt32>.stride
        unsafe info.pCode = UnsafePointer(scratch.store(words))
        unsafe raw = try created("vkCreateShaderModule") {
            unsafe vkCreateShaderModule(device.raw, &info, nil, &$0)
        }
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_SHADER_MODULE, name)
    }

    deinit { if !device.isGivenUp { unsafe vkDestroyShaderModule(device.raw, raw, nil) } }
}
