public import Frames
public import VulkanCore

/// A drawn picture in ordinary memory.
public struct OffscreenPicture: Sendable, Equatable {
    /// The width and height in pixels.
    public let size: PixelSize
    /// The number of bytes from one row to the next.
    public let stride: Int
    /// The pixels: red, green, blue and alpha, a byte each, rows from top to bottom; alpha is 255 everywhere.
    public let bytes: [UInt8]
    /// The pixels in 16 bits for each byte, in the processor's order, rows without padding.
    ///
    /// Nil for a source of 8 bits, and where nobody asked for more.
    public let words: [UInt16]?

    /// Describes a picture of 8 bits.
    init(size: PixelSize, stride: Int, bytes: [UInt8]) {
        (self.size, self.stride, self.bytes, words) = (size, stride, bytes, nil)
    }

    /// Describes a picture of 16 bits; those of 8 are what a drawing of 8 bits has.
    init(size: PixelSize, words: [UInt16]) {
        (self.size, stride) = (size, size.width * 4)
        bytes = words.map { UInt8(min(255, (UInt32($0) + 129) / 257)) }
        self.words = words
    }
}

/// A view without a window: the same drawing, read back.
///
/// Confined to the thread that makes it.
public final class OffscreenView {
    /// The device that draws.
    public let device: VulkanDevice
    /// The view's submissions, for stations that record into its drawings.
    public let ring: CommandRing
    private var painting: ViewPainting
    private var target: OffscreenTarget?

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - device: Any device; it needs no surface.
    ///   - importRoute: The only way for frames to the GPU; nil for the best that works.
    ///   - path: The path by which pictures are drawn; nil for the fastest on this device.
    /// - Throws: The driver's error.
    public init(
        device: VulkanDevice, importRoute: ImportRoute? = nil, path: DrawPath? = nil
    ) throws(VulkanError) {
        self.device = device
        ring = try CommandRing(device: device, name: "view off screen")
        painting = try ViewPainting(
            DrawPath.choose(on: device, path, importRoute: importRoute), mayChange: path == nil,
            device: device, ring: ring, importRoute: importRoute)
    }

    deinit {
        // A drawing that was given up may be under way.
        device.waitUntilIdle()
    }

    /// The path by which pictures are drawn.
    public var path: DrawPath { painting.path.name }
    /// The reason for this path.
    public var pathReason: String { painting.path.reason }

    var painter: any PicturePainter { painting.painter }
    /// The view's own picture.
    public var own: ViewCell { painting.own }

    /// The newest frame's owner, which reads frames in the way that this view draws them.
    public var newest: NewestPicture { own.newest }

    /// The picture's place in the window.
    public var options: ViewOptions {
        get { own.options }
        set { own.options = newValue }
    }

    /// The colour of bars, of what no cell covers, and of a drawing without a picture.
    public var background = BackgroundColor.black

    /// Makes a cell for a picture of its own, beside others in one window; see ``render(size:cells:)``.
    ///
    /// - Throws: The driver's error.
    public func makeCell() throws(ViewError) -> ViewCell { try painting.makeCell() }

    /// The way of the last frame to the device, and the reason for it; nil before the first frame.
    public var importRoute: (name: String, reason: String)? { newest.route }

    /// Makes a frame the picture; its buffer may be read until another frame takes its place.
    ///
    /// Where a picture is larger than what the view's path reads, and no path was asked for, the view draws by another one from then on, with
    /// another ``newest``.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - use: The use of its samples: for filters, `FilterStage.use` tells it.
    /// - Throws: ``ViewError/frame(_:)`` for a bad frame; the last picture stays.
    public func load(_ frame: Frame, for use: PictureUse = .drawing) throws(ViewError) {
        try painting.load(frame, for: use)
    }

    /// Draws the picture, or the ``background`` alone when there is none, and waits for it.
    ///
    /// A frame that is drawn as it is, and whose samples the device has copied for that, goes back to its source;
    /// filters then wait for the next one.
    ///
    /// - Parameters:
    ///   - size: The window's size in pixels, not empty.
    ///   - keepsBits: Whether a picture of more than 8 bits is drawn in 16, too.
    ///   - record: Records the commands that make the picture that is drawn, filters' work for one, and gives it; nil
    ///     for none.
    ///     Without it the newest frame is drawn as it is.
    /// - Returns: The whole window, bars included.
    /// - Throws: The driver's error; kind `unsupported` for a size that the device cannot draw.
    public func render(
        size: PixelSize, keepingBits keepsBits: Bool = false,
        recording record: ((NewestPicture, Commands) throws(VulkanError) -> CurrentPicture?)? = nil
    ) throws(ViewError) -> OffscreenPicture {
        try ViewError.wrapping { () throws(VulkanError) in
            let target = try target(of: size)
            let commands = try ring.begin()
            let picture = if let record { try record(newest, commands) } else { newest.current }
            let isDeep = keepsBits && picture?.picture.isDeep == true
            let drawn = try OffscreenTarget.whole(isDeep: isDeep, commands, ring) {
                part, commands throws(VulkanError) in
                try target.draw(content(picture, size, part), painter, ring, commands)
            }
            if record == nil, let picture, painter.hasCopied(picture, for: own.paint) { newest.giveBack() }
            return drawn
        }
    }

    /// Draws the pictures of cells, and waits for them.
    ///
    /// Later cells lie over earlier ones; a cell that is placed twice is drawn at its last place, and an empty one not at
    /// all. What no cell covers has the ``background``'s colour.
    ///
    /// - Parameters:
    ///   - size: The window's size in pixels, not empty.
    ///   - place: Records the commands that make the pictures, filters' work for one, and gives the cells with their
    ///     pictures and places.
    /// - Returns: The whole window, bars included.
    /// - Throws: The driver's error; kind `unsupported` for a size that the device cannot draw, a cell of another view,
    ///   or one that does not lie in the window.
    public func render(
        size: PixelSize, cells place: (Commands) throws(VulkanError) -> [PlacedPicture]
    ) throws(ViewError) -> OffscreenPicture {
        try ViewError.wrapping { () throws(VulkanError) in
            let target = try target(of: size)
            let commands = try ring.begin()
            return try target.draw(content(try place(commands), size), painter, ring, commands)
        }
    }

    private func target(of size: PixelSize) throws(VulkanError) -> OffscreenTarget {
        if let target, target.size == size { return target }
        let made = try OffscreenTarget(device: device, size: size)
        target = made
        return made
    }

    private func content(
        _ picture: CurrentPicture?, _ window: PixelSize, _ part: ColorPart = .code
    ) -> WindowContent {
        own.announce(picture)
        return WindowContent(
            own.shown(picture, in: Placement.Rectangle(wholeOf: window), of: window, part),
            background: background)
    }

    private func content(
        _ pictures: [PlacedPicture], _ window: PixelSize
    ) throws(VulkanError) -> WindowContent {
        var content = WindowContent(background: background)
        for picture in pictures {
            picture.cell.announce(picture.picture)
            try content.place(picture, of: ring, window: window)
        }
        return content
    }

    /// Records the drawing of a picture into any image; its contents before do not matter.
    ///
    /// - Returns: The use that the image is in afterwards.
    package func draw(
        _ picture: CurrentPicture?, into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
        try painter.record(content(picture, target.size), into: target, commands)
    }

    /// Records the drawing of cells into any image; its contents before do not matter.
    ///
    /// - Returns: The use that the image is in afterwards.
    package func draw(
        _ pictures: [PlacedPicture], into target: RenderTarget, _ commands: Commands
    ) throws(VulkanError) -> ImageUse {
        try painter.record(content(pictures, target.size), into: target, commands)
    }

    /// Draws the whole picture at its own size, turned and mirrored as the options say, and waits for it; one of more than 8 bits in 16,
    /// too.
    ///
    /// - Parameter record: Records the commands that make the picture, and gives it; nil when there is none.
    /// - Returns: The picture; nil when there is none.
    /// - Throws: The driver's error.
    public func photograph(
        recording record: (NewestPicture, Commands) throws(VulkanError) -> CurrentPicture?
    ) throws(ViewError) -> OffscreenPicture? {
        try ViewError.wrapping { () throws(VulkanError) in
            try OffscreenTarget.photograph(own, painter, ring, device, record)
        }
    }
}
