package import CVulkan

/// A buffer in the device's own memory (`VkBuffer`).
@safe package final class DeviceBuffer {
    package let raw: VkBuffer
    private let memory: DeviceMemory
    private let device: VulkanDevice

    /// Makes a buffer; its contents are undefined.
    ///
    /// - Parameters:
    ///   - device: The device on which it is made.
    ///   - count: The number of bytes; above zero.
    ///   - usage: The uses that the GPU makes of it.
    ///   - name: The name in captures.
    /// - Throws: The driver's error.
    package init(
        device: VulkanDevice, count: Int, usage: VkBufferUsageFlags, name: String = "buffer"
    ) throws(VulkanError) {
        var info = unsafe VkBufferCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO
        unsafe info.size = VkDeviceSize(count)
        unsafe info.usage = usage
        unsafe info.sharingMode = VK_SHARING_MODE_EXCLUSIVE
        var buffer: VkBuffer?
        try check("vkCreateBuffer") { unsafe vkCreateBuffer(device.raw, &info, nil, &buffer) }
        let raw = try unsafe made("vkCreateBuffer", buffer)
        var requirements = VkMemoryRequirements()
        unsafe vkGetBufferMemoryRequirements(device.raw, raw, &requirements)
        do throws(VulkanError) {
            let memory = try DeviceMemory(
                device: device, requirements: requirements, needed: 0,
                wished: VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue, name: name)
            try check("vkBindBufferMemory") { unsafe vkBindBufferMemory(device.raw, raw, memory.raw, 0) }
            self.memory = memory
        } catch {
            unsafe vkDestroyBuffer(device.raw, raw, nil)
            throw error
        }
        unsafe self.raw = unsafe raw
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_BUFFER, name)
    }

    deinit { if !device.isGivenUp { unsafe vkDestroyBuffer(device.raw, raw, nil) } }
}
