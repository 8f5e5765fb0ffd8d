internal import CVulkan
internal import Frames
internal import VulkanCore

/// An image that nobody sees, and the memory that it is read back into.
///
/// Confined to the device's thread.
@safe final class OffscreenTarget {
    let size: PixelSize
    private let image: DeviceImage
    private let buffer: MappedBuffer

    /// - Throws: What the driver says; kind `unsupported` for a size that the device cannot draw.
    init(device: VulkanDevice, size: PixelSize) throws(VulkanError) {
        let limit = device.physical.maximumImageSide
        guard !size.isEmpty, max(size.width, size.height) <= limit else {
            throw VulkanError(
                .unsupported, "a picture of \(size) cannot be drawn; use 1 to \(limit) pixels a side")
        }
        self.size = size
        image = try DeviceImage(
            device: device, size: size, format: VK_FORMAT_R8G8B8A8_UNORM,
            usage: VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue
                | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue)
        buffer = try MappedBuffer(
            device: device, count: size.width * size.height * 4, usage: VK_BUFFER_USAGE_TRANSFER_DST_BIT,
            isRead: true)
    }

    /// Draws the picture, and waits for it; nothing that uses this target is under way then.
    func render(_ renderer: PictureRenderer, _ ring: CommandRing) throws(VulkanError) -> OffscreenPicture {
        let commands = try ring.begin()
        commands.keep(self)
        let target = unsafe RenderTarget(
            image: image.raw, view: image.view, format: image.format, size: size)
        let use = try renderer.record(into: target, commands)
        unsafe commands.transition(image.raw, from: use, to: .copySource)
        unsafe commands.copy(image, to: buffer.raw)
        try ring.submit(commands)
        try ring.wait(for: commands.number)
        return unsafe OffscreenPicture(size: size, stride: size.width * 4, bytes: Array(buffer.bytes))
    }
}
