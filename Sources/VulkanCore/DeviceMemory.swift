package import CVulkan

/// A piece of the device's memory, with one owner (`VkDeviceMemory`).
@safe package final class DeviceMemory {
    package let raw: VkDeviceMemory
    private let device: VulkanDevice

    /// Allocates memory of the first type that has all wished properties, else of the first that has the needed ones.
    ///
    /// - Parameters:
    ///   - device: Whose memory.
    ///   - requirements: What the image or buffer asks for.
    ///   - needed: Properties without which the memory is useless.
    ///   - wished: Properties that make it faster.
    /// - Throws: Kind `outOfMemory`, or `unsupported` when no type has the needed properties.
    package init(
        device: VulkanDevice, requirements: VkMemoryRequirements, needed: VkMemoryPropertyFlags,
        wished: VkMemoryPropertyFlags = 0
    ) throws(VulkanError) {
        let types = unsafe DeviceMemory.types(of: device.physical.raw)
        let usable = types.indices.filter {
            requirements.memoryTypeBits & 1 << UInt32($0) != 0 && types[$0] & needed == needed
        }
        guard let type = usable.first(where: { types[$0] & wished == wished }) ?? usable.first else {
            throw VulkanError(.unsupported, "the graphics device has no memory of the kind that is needed")
        }
        var info = unsafe VkMemoryAllocateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
        unsafe info.allocationSize = requirements.size
        unsafe info.memoryTypeIndex = UInt32(type)
        var memory: VkDeviceMemory?
        try check("vkAllocateMemory") { unsafe vkAllocateMemory(device.raw, &info, nil, &memory) }
        unsafe raw = try made("vkAllocateMemory", memory)
        self.device = device
        device.countObject()
    }

    deinit { unsafe vkFreeMemory(device.raw, raw, nil) }

    private static func types(of physical: VkPhysicalDevice) -> [VkMemoryPropertyFlags] {
        var properties = VkPhysicalDeviceMemoryProperties()
        unsafe vkGetPhysicalDeviceMemoryProperties(physical, &properties)
        let count = Int(properties.memoryTypeCount)
        return unsafe withUnsafeBytes(of: &properties.memoryTypes) { bytes in
            unsafe bytes.bindMemory(to: VkMemoryType.self).prefix(count).map(\.propertyFlags)
        }
    }
}
