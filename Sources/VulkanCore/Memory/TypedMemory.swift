package import CVulkan

/// Memory of one of a device's types, mapped for its whole life, to find out what it is good for.
@safe package final class TypedMemory {
    /// A buffer on all of it, usable as source and destination of copies.
    package let raw: VkBuffer
    /// The bytes; valid while this object lives.
    package let bytes: UnsafeMutableRawBufferPointer
    private let memory: VkDeviceMemory
    private let device: VulkanDevice

    /// Allocates memory.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - type: The type's number in ``DeviceFacts/memoryTypes``; one that the processor can map.
    ///   - count: The number of bytes; above zero.
    /// - Throws: The driver's error; kind `unsupported` for a type that no buffer can lie in, or that a feature must be switched on for.
    package init(device: VulkanDevice, type: Int, count: Int) throws(VulkanError) {
        guard unsafe MemoryTypes.isOrdinary(Snooping.Facts.memoryTypes(of: device.physical.raw)[type]) else {
            throw VulkanError(.unsupported, "this memory is not for ordinary buffers")
        }
        let raw = try unsafe makeBuffer(
            device, count,
            VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue)
        var memory: VkDeviceMemory?
        do throws(VulkanError) {
            var requirements = VkMemoryRequirements()
            unsafe vkGetBufferMemoryRequirements(device.raw, raw, &requirements)
            guard requirements.memoryTypeBits & 1 << UInt32(type) != 0 else {
                throw VulkanError(.unsupported, "no buffer can lie in this memory")
            }
            var order = unsafe VkMemoryAllocateInfo()
            unsafe order.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
            unsafe order.allocationSize = requirements.size
            unsafe order.memoryTypeIndex = UInt32(type)
            try check("vkAllocateMemory") { unsafe vkAllocateMemory(device.raw, &order, nil, &memory) }
            let made = try unsafe made("vkAllocateMemory", memory)
            try check("vkBindBufferMemory") { unsafe vkBindBufferMemory(device.raw, raw, made, 0) }
            var address: UnsafeMutableRawPointer?
            try check("vkMapMemory") {
                unsafe vkMapMemory(device.raw, made, 0, VK_WHOLE_SIZE, 0, &address)
            }
            unsafe self.memory = unsafe made
            unsafe bytes = UnsafeMutableRawBufferPointer(start: address, count: count)
        } catch {
            unsafe vkDestroyBuffer(device.raw, raw, nil)
            if let memory = unsafe memory { unsafe vkFreeMemory(device.raw, memory, nil) }
            throw error
        }
        unsafe self.raw = unsafe raw
        self.device = device
    }

    deinit {
        guard !device.isGivenUp else { return }
        unsafe vkDestroyBuffer(device.raw, raw, nil)
        unsafe vkFreeMemory(device.raw, memory, nil)
    }

    /// Lets the processor see what the device has written (`vkInvalidateMappedMemoryRanges`), for memory that is not coherent.
    ///
    /// - Throws: The driver's error.
    package func invalidate() throws(VulkanError) {
        var range = unsafe VkMappedMemoryRange()
        unsafe range.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE
        unsafe range.memory = memory
        unsafe range.size = VK_WHOLE_SIZE
        try check("vkInvalidateMappedMemoryRanges") {
            unsafe vkInvalidateMappedMemoryRanges(device.raw, 1, &range)
        }
    }
}
