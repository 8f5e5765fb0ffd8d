public import Frames
public import VulkanCore

/// A part of a view's window with a picture of its own: a camera's in a row, or a small one in a corner of a large one.
///
/// A view makes it (``View/makeCell()``, ``OffscreenView/makeCell()``) and places it in each drawing; its rectangle may
/// be another one each time. Frame, choices and everything that drawing prepares stay with the cell. Filters that come
/// before it must be its own: a `FilterStage` has one result at a time. It belongs to the view's thread, and may end
/// before its view.
public final class ViewCell {
    /// The newest frame's owner, which reads frames in the way that the view draws them.
    public private(set) var newest: NewestPicture
    /// The number of times that samples have been read; see `NewestPicture.loadCount`.
    public var loadCount: UInt64 { earlierLoads + newest.loadCount }
    /// The readings of those that have been the newest frame's owner.
    private var earlierLoads: UInt64 = 0
    /// The picture's place in the cell, from the next drawing on.
    public var options = ViewOptions()
    /// True while the cell takes frames and shows its picture; else it shows the background alone.
    ///
    /// The last picture stays where it is, and is shown again as soon as this is true.
    public var isEnabled = true
    /// Called on the view's thread when the ``uprightSize`` of the picture that is placed is another than before, and for
    /// the first picture; the picture is drawn afterwards, with the choices that are made in here.
    public var onSizeChange: ((PixelSize) -> Void)? {
        didSet { toldSize = nil }
    }
    private var toldSize: PixelSize?

    let ring: CommandRing
    private(set) var paint: any CellPaint
    private var scenes = SceneCache()

    /// Makes a cell for a painter's drawings.
    init(
        _ path: DrawPath, _ painter: any PicturePainter, device: VulkanDevice, ring: CommandRing,
        importRoute: ImportRoute?
    ) throws(VulkanError) {
        self.ring = ring
        paint = try painter.makePaint()
        newest = NewestPicture(device: device, ring: ring, viewAccess: path.access, importRoute: importRoute)
    }

    /// Makes a frame the cell's picture, for the next drawing, as ``View/load(_:for:)`` does.
    ///
    /// A cell that is not enabled leaves the frame as it is.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - use: The use of its samples.
    /// - Throws: ``ViewError/frame(_:)`` for a bad frame: the last picture stays and the next frame may be good.
    public func load(_ frame: Frame, for use: PictureUse = .drawing) throws(ViewError) {
        guard isEnabled else { return }
        do throws(FrameError) { try newest.load(frame, for: use) } catch { throw ViewError(error) }
    }

    /// Goes on by another path, on which a frame was loaded.
    func adopt(_ other: ViewCell) {
        earlierLoads += newest.loadCount
        (newest, paint) = (other.newest, other.paint)
    }

    /// The newest frame's size in square pixels once it is upright and turned as the options say; nil when there is none.
    public var uprightSize: PixelSize? { newest.picture?.naturalSize(options) }

    /// Tells about a picture that is going to be placed, if its size is another one.
    func announce(_ picture: CurrentPicture?) {
        guard let onSizeChange, isEnabled, let size = picture?.picture.naturalSize(options), size != toldSize
        else { return }
        toldSize = size
        onSizeChange(size)
    }

    /// The way of the last frame to the device, and the reason for it; nil before the first frame.
    public var importRoute: (name: String, reason: String)? { newest.route }

    /// The newest picture's place in a cell of this size in pixels, with 0, 0 at the cell's top left corner; nil when
    /// there is no picture.
    public func placement(in size: PixelSize) -> Placement? {
        newest.picture.map { Placement(of: $0, options, in: size) }
    }

    /// Gives a picture its place in a drawing.
    ///
    /// - Parameters:
    ///   - picture: The picture; nil for none.
    ///   - rectangle: The cell's place in the window; not empty.
    ///   - window: The window's size in pixels.
    ///   - part: The part of its colours that is drawn.
    /// - Returns: The cell as painters draw it.
    func shown(
        _ picture: CurrentPicture?, in rectangle: Placement.Rectangle, of window: PixelSize,
        _ part: ColorPart = .code
    ) -> ShownCell {
        let shown = (isEnabled ? picture : nil).map {
            ShownPicture(picture: $0, scene: scene(of: $0.picture, in: rectangle, of: window, part))
        }
        return ShownCell(paint: paint, rectangle: rectangle, shown: shown)
    }

    /// Gives the scene of a picture in the cell.
    func scene(
        of picture: Picture, in rectangle: Placement.Rectangle, of window: PixelSize,
        _ part: ColorPart = .code
    ) -> Scene {
        scenes.scene(of: picture, in: rectangle, of: window, options, part)
    }
}

/// A cell's picture and place in one drawing off screen; see ``OffscreenView/render(size:cells:)``.
public struct PlacedPicture {
    /// The cell.
    public var cell: ViewCell
    /// The picture; nil for none.
    public var picture: CurrentPicture?
    /// The cell's place in the window, in pixels.
    public var rectangle: Placement.Rectangle

    /// Places a picture.
    public init(_ picture: CurrentPicture?, of cell: ViewCell, in rectangle: Placement.Rectangle) {
        self.cell = cell
        self.picture = picture
        self.rectangle = rectangle
    }
}

extension WindowContent {
    /// Adds a cell.
    ///
    /// - Throws: Kind `unsupported` for a cell of another view, or one that does not lie in the window.
    mutating func place(
        _ placed: PlacedPicture, of ring: CommandRing, window: PixelSize
    ) throws(VulkanError) {
        let rectangle = placed.rectangle
        guard placed.cell.ring === ring else {
            throw VulkanError(.unsupported, "the cell belongs to another view; use the view's own makeCell")
        }
        // A window that is narrower than its cells are many leaves some without a pixel.
        guard !rectangle.size.isEmpty else { return }
        guard rectangle.lies(in: window) else {
            throw VulkanError(
                .unsupported,
                "a cell of \(rectangle.size) at \(rectangle.x), \(rectangle.y) does not lie in a window of "
                    + "\(window); divide the drawing's size")
        }
        place(placed.cell.shown(placed.picture, in: rectangle, of: window))
    }
}
