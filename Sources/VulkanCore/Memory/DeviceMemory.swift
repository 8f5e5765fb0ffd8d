package import CVulkan
internal import Frames

/// A piece of the device's memory, with one owner (`VkDeviceMemory`).
@safe package final class DeviceMemory {
    package let raw: VkDeviceMemory
    private let device: VulkanDevice

    /// Allocates memory of the first type that has all wished properties, else of the first that has the needed ones.
    ///
    /// - Parameters:
    ///   - device: The device whose memory it is.
    ///   - requirements: The requirements of the image or buffer.
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

    /// Imports memory that others have made.
    ///
    /// - Parameters:
    ///   - source: The structure that names it, for `VkMemoryAllocateInfo.pNext`.
    ///   - byteCount: The number of bytes.
    ///   - bits: The types that it can have, a bit for each; one that the processor writes coherently is preferred.
    ///   - device: The device on which it is used.
    /// - Throws: The reason why the device does not take it.
    init(
        importing source: UnsafeRawPointer, byteCount: Int, types bits: UInt32, device: VulkanDevice
    ) throws(MemoryRefusal) {
        let coherent =
            VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue | VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue
        let types = unsafe DeviceMemory.types(of: device.physical.raw)
        let usable = types.indices.filter { bits & 1 << UInt32($0) != 0 }
        guard let type = usable.first(where: { types[$0] & coherent == coherent }) ?? usable.first else {
            throw MemoryRefusal("none of the device's memory types fits")
        }
        var info = unsafe VkMemoryAllocateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
        unsafe info.pNext = source
        unsafe info.allocationSize = VkDeviceSize(byteCount)
        unsafe info.memoryTypeIndex = UInt32(type)
        var memory: VkDeviceMemory?
        try refusing("vkAllocateMemory") { unsafe vkAllocateMemory(device.raw, &info, nil, &memory) }
        guard let memory = unsafe memory else { throw MemoryRefusal("vkAllocateMemory gave nothing") }
        unsafe raw = unsafe memory
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
