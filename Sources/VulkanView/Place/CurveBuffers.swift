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
