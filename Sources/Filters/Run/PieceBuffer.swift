internal import CVulkan
internal import VulkanCore

/// A buffer for pictures and numbers between steps; where the processor is the device, it sees it, too.
@safe final class PieceBuffer: @unchecked Sendable {
    // Its properties never change; submissions order who writes into the memory.
    let device: VulkanDevice
    let byteCount: Int
    let raw: VkBuffer
    /// The address at which the processor sees it; nil on other devices.
    let address: UnsafeMutableRawPointer?
    private let owner: AnyObject

    init(device: VulkanDevice, byteCount: Int) throws(VulkanError) {
        self.device = device
        self.byteCount = byteCount
        let usage =
            VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT.rawValue
            | VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue
            | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue
        if device.isCPU {
            let buffer = try MappedBuffer(
                device: device, count: byteCount, usage: VkBufferUsageFlagBits(usage), isRead: true,
                name: "filter picture")
            unsafe raw = unsafe buffer.raw
            unsafe address = unsafe buffer.bytes.baseAddress
            owner = buffer
        } else {
            let buffer = try DeviceBuffer(
                device: device, count: byteCount, usage: usage, name: "filter picture")
            unsafe raw = unsafe buffer.raw
            unsafe address = nil
            owner = buffer
        }
    }
}
