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
                | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue, name: "picture off screen")
        buffer = try MappedBuffer(
            device: device, readingBack: size.width * size.height * 4,
            name: "picture off screen")
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
    /// A picture that is larger than the device's images is drawn in parts, one after the other.
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
        _ record: (NewestPicture, Commands) throws(VulkanError) -> CurrentPicture?
    ) throws(VulkanError) -> OffscreenPicture? {
        let commands = try ring.begin()
        guard let picture = try record(cell.newest, commands) else { return nil }
        var options = cell.options
        (options.fillMode, options.crop) = (.stretch, .whole)
        let size = picture.picture.naturalSize(options)
        let placement = Placement(of: picture.picture, options, in: size)
        func draw(
            _ placement: Placement, _ size: PixelSize, _ part: ColorPart, _ commands: Commands
        ) throws(VulkanError) -> OffscreenPicture {
            let whole = Placement.Rectangle(wholeOf: size)
            let scene = Scene(picture.picture, placement, cell: whole, window: size, part)
            let shown = ShownCell(
                paint: cell.paint, rectangle: whole, shown: ShownPicture(picture: picture, scene: scene))
            return try OffscreenTarget(device: device, size: size).draw(
                WindowContent(shown), painter, ring, commands)
        }
        let parts = parts(of: size, device.physical.limits)
        return try whole(isDeep: picture.picture.isDeep, commands, ring) {
            color, commands throws(VulkanError) in
            guard parts.count > 1 else { return try draw(placement, size, color, commands) }
            var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
            for (number, part) in parts.enumerated() {
                let commands = number == 0 ? commands : try ring.begin()
                let drawn = try draw(Placement(placement, part: part), part.size, color, commands)
                for row in 0..<part.size.height {
                    let place = ((part.y + row) * size.width + part.x) * 4
                    let source = row * drawn.stride
                    bytes.replaceSubrange(
                        place..<place + drawn.stride, with: drawn.bytes[source..<source + drawn.stride])
                }
            }
            return OffscreenPicture(size: size, stride: size.width * 4, bytes: bytes)
        }
    }

    /// Draws a picture in the recording that makes it; of 16 bits the upper bytes there, and the lower ones in another recording.
    static func whole(
        isDeep: Bool, _ commands: Commands, _ ring: CommandRing,
        _ draw: (ColorPart, Commands) throws(VulkanError) -> OffscreenPicture
    ) throws(VulkanError) -> OffscreenPicture {
        guard isDeep else { return try draw(.code, commands) }
        let (upper, lower) = (try draw(.upper, commands), try draw(.lower, try ring.begin()))
        return OffscreenPicture(
            size: upper.size, words: zip(upper.bytes, lower.bytes).map { UInt16($0) << 8 | UInt16($1) })
    }

    /// Divides a picture into parts that a device draws at once.
    static func parts(of size: PixelSize, _ limits: DeviceLimits) -> [Placement.Rectangle] {
        var side = min(limits.imageSide, FrameLayout.longestSide)
        // The kernel's pixels are a buffer of four bytes each.
        while side > 64, side * side > limits.storageBytes / 4 { side -= 64 }
        var parts: [Placement.Rectangle] = []
        for y in stride(from: 0, to: size.height, by: side) {
            for x in stride(from: 0, to: size.width, by: side) {
                let part = PixelSize(
                    width: min(side, size.width - x), height: min(side, size.height - y))
                parts.append(Placement.Rectangle(x: x, y: y, size: part))
            }
        }
        return parts
    }
}
