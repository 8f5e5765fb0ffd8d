package import CVulkan

/// A buffer that the processor sees too, mapped for its whole life (`VkBuffer`).
///
/// The memory is coherent: the GPU sees the processor's writes from before a submission; the processor sees the GPU's
/// writes after the submission's fence and a barrier to the host.
@safe package final class MappedBuffer {
    package let raw: VkBuffer
    /// The bytes; valid while this object lives.
    package let bytes: UnsafeMutableRawBufferPointer
    private let memory: DeviceMemory
    private let device: VulkanDevice

    /// Makes a buffer.
    ///
    /// - Parameters:
    ///   - device: The device on which it is made.
    ///   - count: The number of bytes; above zero.
    ///   - usage: The uses as source or destination of copies.
    ///   - isRead: True when the processor reads it; such memory should be cached.
    ///   - mustBeCached: True when memory that is not cached is useless.
    /// - Throws: The driver's error.
    package init(
        device: VulkanDevice, count: Int, usage: VkBufferUsageFlagBits, isRead: Bool,
        mustBeCached: Bool = false
    ) throws(VulkanError) {
        let raw = try unsafe MappedBuffer.makeBuffer(device, count, usage)
        var requirements = VkMemoryRequirements()
        unsafe vkGetBufferMemoryRequirements(device.raw, raw, &requirements)
        do throws(VulkanError) {
            memory = try DeviceMemory(
                device: device, requirements: requirements,
                needed: VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue
                    | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
                    | (mustBeCached ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue : 0),
                wished: isRead ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue : 0)
            let memory = memory
            try check("vkBindBufferMemory") { unsafe vkBindBufferMemory(device.raw, raw, memory.raw, 0) }
            var address: UnsafeMutableRawPointer?
            try check("vkMapMemory") {
                unsafe vkMapMemory(device.raw, memory.raw, 0, requirements.size, 0, &address)
            }
            unsafe bytes = UnsafeMutableRawBufferPointer(start: address, count: count)
        } catch {
            unsafe vkDestroyBuffer(device.raw, raw, nil)
            throw error
        }
        unsafe self.raw = unsafe raw
        self.device = device
        device.countObject()
    }

    deinit { unsafe vkDestroyBuffer(device.raw, raw, nil) }

    private static func makeBuffer(
        _ device: VulkanDevice, _ count: Int, _ usage: VkBufferUsageFlagBits
    ) throws(VulkanError) -> VkBuffer {
        var info = unsafe VkBufferCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO
        unsafe info.size = VkDeviceSize(count)
        unsafe info.usage = usage.rawValue
        unsafe info.sharingMode = VK_SHARING_MODE_EXCLUSIVE
        var buffer: VkBuffer?
        try check("vkCreateBuffer") { unsafe vkCreateBuffer(device.raw, &info, nil, &buffer) }
        return try unsafe made("vkCreateBuffer", buffer)
    }
}
