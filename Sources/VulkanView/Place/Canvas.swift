internal import CVulkan
internal import Frames
internal import VulkanCore

/// The window's picture in a buffer, from where it is copied into the window's images.
///
/// Kept from frame to frame: bars stay as they are, and a cell whose picture is the same stays, too.
final class Canvas<Buffer: AnyObject> {
    /// The facts of a cell that tell whether it would be drawn the same way again.
    private struct Part {
        let rectangle: Placement.Rectangle
        /// The place of the picture; nil for none.
        let scene: Scene?
        /// The version of the picture's samples; nil for none.
        let version: UInt64?
    }

    let size: PixelSize
    let buffer: Buffer
    /// The last submission that copies out of it.
    private(set) var reader: UInt64 = 0
    /// The last drawing's cells; nil before the first.
    private var drawn: [Part]?
    /// True when blue was the first byte of a pixel.
    private var wasBlueFirst = false
    /// The colour around the pictures.
    private var background = BackgroundColor.black
    /// The last recording that draws into it, which may be lost; nil for the processor's own work.
    private var recording: UInt64?

    init(size: PixelSize, buffer: Buffer) {
        self.size = size
        self.buffer = buffer
    }

    /// The part of a drawing that is not in the buffer yet.
    enum Missing {
        /// The ground and all cells.
        case everything
        /// The pictures of some cells; bars and ground are there. See ``lacks(_:)``.
        case pictures
        case nothing
    }

    /// Compares a drawing with the buffer's content.
    func missing(_ content: WindowContent, isBlueFirst: Bool, _ ring: CommandRing) -> Missing {
        guard let drawn, drawn.count == content.cells.count, wasBlueFirst == isBlueFirst,
            background == content.background
        else { return .everything }
        if let recording, ring.wasLost(recording) { return .everything }
        var missing = Missing.nothing
        for (part, cell) in zip(drawn, content.cells) {
            guard part.scene === cell.shown?.scene, part.rectangle == cell.rectangle else {
                return .everything
            }
            if part.version != cell.shown?.picture.version { missing = .pictures }
        }
        // A picture below another one cannot be drawn by itself.
        return missing == .pictures && content.coverage(of: size) == .overlapping ? .everything : missing
    }

    /// Tells whether a cell's picture is another one than in the buffer; its place is the same.
    ///
    /// - Parameters:
    ///   - index: The cell's number in the drawing that was compared.
    ///   - shown: The cell's picture.
    /// - Returns: True when it is another one.
    func lacks(_ index: Int, _ shown: ShownPicture) -> Bool {
        drawn.map { $0[index].version != shown.picture.version } ?? true
    }

    /// Takes note of a drawing that a recording will do, or the processor has done.
    func note(_ content: WindowContent, isBlueFirst: Bool, in commands: Commands? = nil) {
        var parts = drawn ?? []
        // Else there would be two owners, and the numbers be copied each time.
        drawn = nil
        parts.removeAll(keepingCapacity: true)
        for cell in content.cells {
            parts.append(
                Part(
                    rectangle: cell.rectangle, scene: cell.shown?.scene, version: cell.shown?.picture.version)
            )
        }
        drawn = parts
        wasBlueFirst = isBlueFirst
        background = content.background
        recording = commands?.recording
    }

    /// Takes note of bars without a picture between them, which the processor has drawn in the whole window.
    func note(barsOf scene: Scene, _ background: BackgroundColor, isBlueFirst: Bool) {
        drawn = [Part(rectangle: scene.cell, scene: scene, version: nil)]
        wasBlueFirst = isBlueFirst
        self.background = background
        recording = nil
    }

    /// Gives the number of bytes of a window's picture.
    static func byteCount(_ size: PixelSize) -> Int { size.width * size.height * 4 }

    /// Records the copy into an image, which is left in use as ``ImageUse/copyDestination``.
    func recordCopy(of raw: VkBuffer, to target: RenderTarget, _ commands: Commands) {
        commands.region("canvas to window") {
            unsafe commands.transition(target.image, from: .overwrittenCopy, to: .copyDestination)
            unsafe commands.copy(raw, to: target.image, size: size)
        }
        commands.keep(self)
        reader = commands.number
    }
}

extension RenderTarget {
    /// True when blue is the first byte of a pixel.
    var isBlueFirst: Bool { format == VK_FORMAT_B8G8R8A8_UNORM }
}
