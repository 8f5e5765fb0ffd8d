internal import CVulkan
internal import Frames
internal import VulkanCore

/// The window's picture in a buffer, from where it is copied into the window's images.
///
/// Kept from frame to frame: what a drawing leaves black stays black.
final class Canvas<Buffer: AnyObject> {
    /// What was drawn, in enough words to know whether it would be drawn the same way again.
    struct Content {
        /// The place of the picture; nil for black.
        let scene: Scene?
        /// The picture's samples; nil for black.
        let version: UInt64?
        /// The order of the pixels' bytes.
        let isBlueFirst: Bool

        /// Describes bars of black around nothing.
        init(barsOf scene: Scene, isBlueFirst: Bool) {
            self.scene = scene
            version = nil
            self.isBlueFirst = isBlueFirst
        }

        /// Describes a drawing.
        init(_ shown: ShownPicture?, in target: RenderTarget) {
            scene = shown?.scene
            version = shown?.picture.version
            isBlueFirst = target.isBlueFirst
        }
    }

    let size: PixelSize
    let buffer: Buffer
    /// The last submission that copies out of it.
    private(set) var reader: UInt64 = 0
    /// What was drawn last, and the recording that draws it, which may be lost; nil for the processor's own work.
    private var drawn: (content: Content, recording: UInt64?)?

    init(size: PixelSize, buffer: Buffer) {
        self.size = size
        self.buffer = buffer
    }

    /// The part of a drawing that is not in the buffer yet.
    enum Missing {
        /// The bars and the picture.
        case everything
        /// The picture; the bars around it are there.
        case picture
        case nothing
    }

    /// Compares a drawing with the buffer's content.
    func missing(_ content: Content, _ ring: CommandRing) -> Missing {
        guard let drawn, drawn.content.scene === content.scene,
            drawn.content.isBlueFirst == content.isBlueFirst
        else { return .everything }
        if let recording = drawn.recording, ring.wasLost(recording) { return .everything }
        return drawn.content.version == content.version ? .nothing : .picture
    }

    /// Takes note of a drawing, which a recording will do, or the processor has done.
    func note(_ content: Content, in commands: Commands? = nil) { drawn = (content, commands?.recording) }

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
    /// True when blue is the first byte of a pixel.
    var isBlueFirst: Bool { format == VK_FORMAT_B8G8R8A8_UNORM }
}
