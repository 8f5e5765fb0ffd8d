package import CVulkan

/// A buffer in the device's own memory (`VkBuffer`).
@safe package final class DeviceBuffer {
    package let raw: VkBuffer
    let memory: DeviceMemory
    private let device: VulkanDevice

    /// Makes a buffer; its contents are undefined.
    ///
    /// - Parameters:
    ///   - device: The device on which it is made.
    ///   - count: The number of bytes; above zero.
    ///   - usage: The uses that the GPU makes of it.
    ///   - name: The name in captures.
    /// - Throws: The driver's error.
    package convenience init(
        device: VulkanDevice, count: Int, usage: VkBufferUsageFlags, name: String = "buffer"
    ) throws(VulkanError) {
        let ownMemory = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue
        try self.init(device, count, usage, preferring: [ownMemory, 0], name)
    }

    /// Makes a buffer in the first kind of memory that can be had.
    init(
        _ device: VulkanDevice, _ count: Int, _ usage: VkBufferUsageFlags,
        preferring sets: [VkMemoryPropertyFlags], _ name: String
    ) throws(VulkanError) {
        let raw = try unsafe makeBuffer(device, count, usage)
        var requirements = VkMemoryRequirements()
        unsafe vkGetBufferMemoryRequirements(device.raw, raw, &requirements)
        do throws(VulkanError) {
            let memory = try DeviceMemory(
                device: device, requirements: requirements, preferring: sets, name: name)
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

/// Makes a buffer without memory (`vkCreateBuffer`).
///
/// - Parameters:
///   - device: The device on which it is made.
///   - count: The number of bytes.
///   - usage: Its uses.
///   - next: A structure that tells more, for `VkBufferCreateInfo.pNext`.
/// - Throws: The driver's error.
/// - Returns: The buffer.
func makeBuffer(
    _ device: VulkanDevice, _ count: Int, _ usage: VkBufferUsageFlags, next: UnsafeRawPointer? = nil
) throws(VulkanError) -> VkBuffer {
    var info = unsafe VkBufferCreateInfo()
    unsafe info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO
    unsafe info.pNext = next
    unsafe info.size = VkDeviceSize(count)
    unsafe info.usage = usage
    unsafe info.sharingMode = VK_SHARING_MODE_EXCLUSIVE
    return try unsafe created("vkCreateBuffer") { unsafe vkCreateBuffer(device.raw, &info, nil, &$0) }
}
