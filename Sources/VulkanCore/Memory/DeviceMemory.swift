package import CVulkan
internal import Frames

/// A piece of the device's memory, with one owner (`VkDeviceMemory`).
@safe package final class DeviceMemory {
    package let raw: VkDeviceMemory
    /// The properties of its type.
    let properties: VkMemoryPropertyFlags
    private let device: VulkanDevice

    /// Allocates memory of the best type that has room: heaps of small cards are full while the processor's memory is not.
    ///
    /// - Parameters:
    ///   - device: The device whose memory it is.
    ///   - requirements: The requirements of the image or buffer.
    ///   - sets: Sets of properties, best first; memory without any of the sets is useless.
    ///   - name: The name in captures.
    /// - Throws: Kind `outOfMemory` when all types are full, or `unsupported` when none has the needed properties.
    package init(
        device: VulkanDevice, requirements: VkMemoryRequirements, preferring sets: [VkMemoryPropertyFlags],
        name: String
    ) throws(VulkanError) {
        let types = unsafe Snooping.Facts.memoryTypes(of: device.physical.raw)
        let order = MemoryTypes.order(types, allowed: requirements.memoryTypeBits, preferring: sets)
        let (raw, type) = try unsafe MemoryTypes.first(order) { type throws(VulkanError) in
            var info = unsafe VkMemoryAllocateInfo()
            unsafe info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
            unsafe info.allocationSize = requirements.size
            unsafe info.memoryTypeIndex = UInt32(type)
            return try unsafe created("vkAllocateMemory") {
                unsafe vkAllocateMemory(device.raw, &info, nil, &$0)
            }
        }
        unsafe self.raw = unsafe raw
        properties = types[type]
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_DEVICE_MEMORY, name)
    }

    /// Allocates memory that has the needed properties, and the wished ones where that is possible.
    ///
    /// - Parameters:
    ///   - device: The device whose memory it is.
    ///   - requirements: The requirements of the image or buffer.
    ///   - needed: Properties without which the memory is useless.
    ///   - wished: Properties that make it faster.
    ///   - name: The name in captures.
    /// - Throws: Kind `outOfMemory`, or `unsupported` when no type has the needed properties.
    package convenience init(
        device: VulkanDevice, requirements: VkMemoryRequirements, needed: VkMemoryPropertyFlags,
        wished: VkMemoryPropertyFlags = 0, name: String
    ) throws(VulkanError) {
        try self.init(
            device: device, requirements: requirements, preferring: [needed | wished, needed],
            name: name)
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
        let types = unsafe Snooping.Facts.memoryTypes(of: device.physical.raw)
        guard let type = MemoryTypes.imported(types, allowed: bits) else {
            throw MemoryRefusal("none of the device's memory types fits")
        }
        var info = unsafe VkMemoryAllocateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
        unsafe info.pNext = source
        unsafe info.allocationSize = VkDeviceSize(byteCount)
        unsafe info.memoryTypeIndex = UInt32(type)
        unsafe raw = try refusing { () throws(VulkanError) in
            try unsafe created("vkAllocateMemory") { unsafe vkAllocateMemory(device.raw, &info, nil, &$0) }
        }
        properties = types[type]
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_DEVICE_MEMORY, "camera's memory")
    }

    deinit { if !device.isGivenUp { unsafe vkFreeMemory(device.raw, raw, nil) } }
}
