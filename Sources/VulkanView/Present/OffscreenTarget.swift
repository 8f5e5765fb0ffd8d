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

    /// Makes an image and the memory.
    ///
    /// - Throws: The driver's error; kind `unsupported` for a size that the device cannot draw.
    init(device: VulkanDevice, size: PixelSize) throws(VulkanError) {
        let limit = device.physical.limits.imageSide
        guard !size.isEmpty, max(size.width, size.height) <= limit else {
            throw VulkanError(
                .unsupported, "a picture of \(size) cannot be drawn; use 1 to \(limit) pixels a side")
        }
        self.size = size
        image = try DeviceImage(
            device: device, size: size, format: VK_FORMAT_R8G8B8A8_UNORM,
            usage: VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue
                | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue)
        buffer = try MappedBuffer(device: device, readingBack: size.width * size.height * 4)
    }

    /// Draws a picture into a recording of its own, and waits for it; nothing that uses this target is under way then.
    ///
    /// - Parameters:
    ///   - content: The cells.
    ///   - painter: The painter that draws it.
    ///   - ring: The ring in which the recording was begun.
    ///   - commands: The recording, with everything that makes the picture.
    /// - Returns: The whole target.
    /// - Throws: The driver's error.
    func draw(
        _ content: WindowContent, _ painter: any PicturePainter, _ ring: CommandRing, _ commands: Commands
    ) throws(VulkanError) -> OffscreenPicture {
        commands.keep(self)
        let target = unsafe RenderTarget(
            image: image.raw, view: image.view, format: image.format, size: size)
        let use = try painter.record(content, into: target, commands)
        unsafe commands.transition(image.raw, from: use, to: .copySource)
        unsafe commands.copy(image, to: buffer.raw)
        try ring.submit(commands)
        try ring.wait(for: commands.number)
        try buffer.invalidate()
        return unsafe OffscreenPicture(size: size, stride: size.width * 4, bytes: Array(buffer.bytes))
    }

    /// Draws a whole picture at its own size, turned and mirrored as the options say, and waits for it.
    ///
    /// - Parameters:
    ///   - cell: The cell whose picture it is, with the options that tell the turn; the placement is the whole target.
    ///   - painter: The painter that draws it.
    ///   - ring: The painter's submissions.
    ///   - device: The painter's device.
    ///   - record: Records the commands that make the picture, and gives it; nil when there is none.
    /// - Returns: The picture; nil when there is none.
    /// - Throws: The driver's error.
    static func photograph(
        _ cell: ViewCell, _ painter: any PicturePainter, _ ring: CommandRing, _ device: VulkanDevice,
        _ record: (Commands) throws(VulkanError) -> CurrentPicture?
    ) throws(VulkanError) -> OffscreenPicture? {
        let commands = try ring.begin()
        guard let picture = try record(commands) else { return nil }
        var options = cell.options
        (options.fillMode, options.crop) = (.stretch, .whole)
        let size = picture.picture.naturalSize(options)
        let whole = Placement.Rectangle(wholeOf: size)
        let scene = Scene(
            picture.picture, Placement(of: picture.picture, options, in: size), cell: whole, window: size)
        let shown = ShownCell(
            paint: cell.paint, rectangle: whole, shown: ShownPicture(picture: picture, scene: scene))
        return try OffscreenTarget(device: device, size: size).draw(
            WindowContent(shown), painter, ring, commands)
    }
}
