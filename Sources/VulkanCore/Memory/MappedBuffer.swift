package import CVulkan

/// A buffer that the processor sees too, mapped for its whole life (`VkBuffer`).
///
/// The GPU sees the processor's writes from before a submission; the processor sees the GPU's writes after the submission's fence
/// and a barrier to the host, in memory that is read back after ``invalidate()``, too.
@safe package final class MappedBuffer {
    package let raw: VkBuffer
    /// The bytes; valid while this object lives.
    package let bytes: UnsafeMutableRawBufferPointer
    /// True when the processor's caches hold what it writes there; else its writes are gathered in whole lines, and are slow when they
    /// do not follow each other.
    var isCached: Bool { memory.properties & VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue != 0 }
    private let buffer: DeviceBuffer
    private var memory: DeviceMemory { buffer.memory }
    private let device: VulkanDevice

    /// Properties of memory that the GPU writes and the processor reads, best first: reading what is not cached takes twenty times as
    /// long as an invalidation.
    static let readBack: [VkMemoryPropertyFlags] = [
        VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue,
        VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue, VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue,
    ].map { $0 | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue }

    /// Makes a buffer.
    ///
    /// - Parameters:
    ///   - device: The device on which it is made.
    ///   - count: The number of bytes; above zero.
    ///   - usage: The uses as source or destination of copies.
    ///   - isRead: True when the processor reads it; such memory should be cached.
    ///   - mustBeCached: True when memory that is not cached is useless.
    ///   - name: The name in captures.
    /// - Throws: The driver's error.
    package convenience init(
        device: VulkanDevice, count: Int, usage: VkBufferUsageFlagBits, isRead: Bool,
        mustBeCached: Bool = false, name: String = "buffer"
    ) throws(VulkanError) {
        let needed =
            VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
            | (mustBeCached ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue : 0)
        let wished = isRead ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue : 0
        try self.init(device, count, usage, preferring: [needed | wished, needed], name)
    }

    /// Makes a buffer that the GPU writes and the processor only reads, each time after ``invalidate()``.
    ///
    /// - Parameters:
    ///   - device: The device on which it is made.
    ///   - count: The number of bytes; above zero.
    ///   - name: The name in captures.
    /// - Throws: The driver's error.
    package convenience init(
        device: VulkanDevice, readingBack count: Int, name: String = "buffer"
    ) throws(VulkanError) {
        try self.init(
            device, count, VK_BUFFER_USAGE_TRANSFER_DST_BIT, preferring: MappedBuffer.readBack, name)
    }

    private init(
        _ device: VulkanDevice, _ count: Int, _ usage: VkBufferUsageFlagBits,
        preferring sets: [VkMemoryPropertyFlags], _ name: String
    ) throws(VulkanError) {
        buffer = try DeviceBuffer(device, count, usage.rawValue, preferring: sets, name)
        unsafe raw = unsafe buffer.raw
        let memory = unsafe buffer.memory.raw
        var address: UnsafeMutableRawPointer?
        try check("vkMapMemory") { unsafe vkMapMemory(device.raw, memory, 0, VK_WHOLE_SIZE, 0, &address) }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: address, count: count)
        self.device = device
    }

    /// Lets the processor see what the GPU has written (`vkInvalidateMappedMemoryRanges`), after the submission's fence; costs nothing
    /// where the memory is coherent.
    ///
    /// - Throws: The driver's error.
    package func invalidate() throws(VulkanError) {
        guard memory.properties & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue == 0 else { return }
        var range = unsafe VkMappedMemoryRange()
        unsafe range.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE
        unsafe range.memory = memory.raw
        // All of it: a part would have to begin and end where the device's pieces do (`nonCoherentAtomSize`).
        unsafe range.size = VK_WHOLE_SIZE
        try check("vkInvalidateMappedMemoryRanges") {
            unsafe vkInvalidateMappedMemoryRanges(device.raw, 1, &range)
        }
    }
}
