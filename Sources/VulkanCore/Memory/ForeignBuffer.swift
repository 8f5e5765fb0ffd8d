internal import CVulkan
internal import Frames

/// A buffer of the device on memory that others have made and fill (`VkBuffer`).
///
/// It may be made and end on any thread: Vulkan asks for no lock around either.
@safe final class ForeignBuffer: @unchecked Sendable {
    // Sendable: nothing changes after `init`; only the device's thread reads the bytes in it.
    let raw: VkBuffer
    /// The buffer's size.
    let byteCount: Int
    /// The number of bytes from the buffer's start to that of the memory it was made for.
    let start: Int
    private let memory: DeviceMemory
    private let device: VulkanDevice
    /// The owner that keeps the memory in its place as long as the device may read it.
    private let owner: any Sendable

    /// Makes a buffer.
    ///
    /// - Parameters:
    ///   - foreign: The memory.
    ///   - byteCount: The number of bytes that are of interest.
    ///   - owner: The object that keeps the memory alive.
    ///   - device: The device on which it is read.
    /// - Throws: The reason why the device does not take it.
    init(
        on foreign: ForeignMemory, byteCount: Int, ownedBy owner: any Sendable, device: VulkanDevice
    ) throws(MemoryRefusal) {
        // Whole words: kernels read words.
        let count = min(foreign.byteCount, (foreign.start + byteCount + 3) / 4 * 4)
        let needsDedication = try unsafe ForeignBuffer.needsDedication(
            foreign.handleType, device.physical.raw)
        let raw = try unsafe ForeignBuffer.make(device, count, foreign.handleType)
        do throws(MemoryRefusal) {
            var requirements = VkMemoryRequirements()
            unsafe vkGetBufferMemoryRequirements(device.raw, raw, &requirements)
            var dedicated = unsafe VkMemoryDedicatedAllocateInfo()
            unsafe dedicated.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO
            unsafe dedicated.buffer = raw
            let memory = try unsafe foreign.allocate(
                for: requirements, dedicated: needsDedication ? dedicated : nil, device: device)
            try refusing("vkBindBufferMemory") { unsafe vkBindBufferMemory(device.raw, raw, memory.raw, 0) }
            self.memory = memory
        } catch {
            unsafe vkDestroyBuffer(device.raw, raw, nil)
            throw error
        }
        unsafe self.raw = unsafe raw
        self.byteCount = count
        start = foreign.start
        self.owner = owner
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_BUFFER, "camera's buffer")
    }

    deinit {
        guard device.isGivenUp else { return unsafe vkDestroyBuffer(device.raw, raw, nil) }
        // A device that nobody waits for may still read the memory.
        _ = unsafe Unmanaged.passRetained(owner as AnyObject)
    }

    private static let usage =
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue

    private static func make(
        _ device: VulkanDevice, _ count: Int, _ handle: VkExternalMemoryHandleTypeFlagBits
    ) throws(MemoryRefusal) -> VkBuffer {
        let scratch = Scratch()
        var external = unsafe VkExternalMemoryBufferCreateInfo()
        unsafe external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO
        unsafe external.handleTypes = handle.rawValue
        return try unsafe refusing { () throws(VulkanError) in
            try unsafe makeBuffer(device, count, usage, next: UnsafeRawPointer(scratch.store(external)))
        }
    }

    /// Tells whether imported memory must name the one buffer on it.
    private static func needsDedication(
        _ handle: VkExternalMemoryHandleTypeFlagBits, _ device: VkPhysicalDevice
    ) throws(MemoryRefusal) -> Bool {
        var question = unsafe VkPhysicalDeviceExternalBufferInfo()
        unsafe question.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO
        unsafe question.usage = usage
        unsafe question.handleType = handle
        var answer = unsafe VkExternalBufferProperties()
        unsafe answer.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES
        unsafe vkGetPhysicalDeviceExternalBufferProperties(device, &question, &answer)
        let features = unsafe answer.externalMemoryProperties.externalMemoryFeatures
        guard features & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT.rawValue != 0 else {
            throw MemoryRefusal("the driver imports no such memory as a buffer")
        }
        return features & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT.rawValue != 0
    }
}
