package import CVulkan

/// An order between two pieces of the GPU's work, or between it and the compositor (`VkSemaphore`).
@safe package final class Semaphore {
    package let raw: VkSemaphore
    private let device: VulkanDevice

    package init(device: VulkanDevice, name: String) throws(VulkanError) {
        var info = unsafe VkSemaphoreCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO
        unsafe raw = try created("vkCreateSemaphore") {
            unsafe vkCreateSemaphore(device.raw, &info, nil, &$0)
        }
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_SEMAPHORE, name)
    }

    deinit { if !device.isGivenUp { unsafe vkDestroySemaphore(device.raw, raw, nil) } }
}
