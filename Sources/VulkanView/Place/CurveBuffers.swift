internal import CVulkan
internal import VulkanCore

/// The curves of colours on the device, made when they are first needed; see Picture.glsl.
///
/// Each stays, since cells of one window may have different ones: there are few, of half a kilobyte. Confined to the device's thread.
final class CurveBuffers {
    private let device: VulkanDevice
    private var buffers: [ScreenColors: MappedBuffer] = [:]

    init(device: VulkanDevice) { self.device = device }

    /// Gives the buffer of a way of colours; one without curves has nothing that is read.
    ///
    /// - Parameter screen: The way.
    /// - Returns: The buffer.
    /// - Throws: The driver's error for a new one.
    func buffer(of screen: ScreenColors) throws(VulkanError) -> MappedBuffer {
        if let made = buffers[screen] { return made }
        let numbers = screen.kind == .same ? [0] : screen.curves + screen.mixture
        // Shaders read words.
        let count = (numbers.count + 1) / 2 * 4
        let buffer = try MappedBuffer(
            device: device, count: count,
            usage: VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, isRead: false, name: "curves")
        unsafe numbers.withUnsafeBytes { unsafe buffer.bytes.copyMemory(from: $0) }
        buffers[screen] = buffer
        return buffer
    }
}

extension VulkanDevice {
    /// Writes a whole storage buffer to a place of a set (`vkUpdateDescriptorSets`).
    func write(_ buffer: VkBuffer, to set: VkDescriptorSet?, binding: Int, _ scratch: Scratch) {
        let info = unsafe VkDescriptorBufferInfo(buffer: buffer, offset: 0, range: VK_WHOLE_SIZE)
        var write = unsafe VkWriteDescriptorSet()
        unsafe write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
        unsafe write.dstSet = set
        unsafe write.dstBinding = UInt32(binding)
        unsafe write.descriptorCount = 1
        unsafe write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
        unsafe write.pBufferInfo = UnsafePointer(scratch.store(info))
        unsafe vkUpdateDescriptorSets(raw, 1, &write, 0, nil)
    }
}
