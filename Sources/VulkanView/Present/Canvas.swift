internal import CVulkan
internal import Frames
internal import VulkanCore

/// The window's picture in a buffer, from where it is copied into the window's images.
///
/// Kept from frame to frame: what a drawing leaves black stays black.
final class Canvas<Buffer: AnyObject> {
    let size: PixelSize
    let buffer: Buffer
    /// What was drawn last; nil for black.
    var scene: Scene?
    /// Whether anything was drawn, if only black.
    var isDrawn = false
    /// Whether the newest picture is in it.
    var isCurrent = false
    /// The last submission that copies out of it.
    var reader: UInt64 = 0

    init(size: PixelSize, buffer: Buffer) {
        self.size = size
        self.buffer = buffer
    }

    /// Black, opaque, whatever the order of the bytes.
    static var black: UInt32 { 0xff00_0000 }

    /// Bytes of a window's picture.
    static func byteCount(_ size: PixelSize) -> Int { size.width * size.height * 4 }

    /// Records the copy into an image, which is left in use as ``ImageUse/copyDestination``.
    func recordCopy(of raw: VkBuffer, to target: RenderTarget, _ commands: Commands) {
        unsafe commands.transition(target.image, from: .overwrittenCopy, to: .copyDestination)
        unsafe commands.copy(raw, to: target.image, size: size)
        commands.keep(self)
        reader = commands.number
    }
}

extension RenderTarget {
    /// Whether blue is the first byte of a pixel.
    var isBlueFirst: Bool { format == VK_FORMAT_B8G8R8A8_UNORM }
}
