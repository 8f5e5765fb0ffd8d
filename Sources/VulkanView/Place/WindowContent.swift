internal import Frames
internal import VulkanCore

/// A painter's own things for one cell of a window, from frame to frame.
///
/// Confined to the device's thread.
protocol CellPaint: AnyObject {}

/// A cell of the window in a drawing.
struct ShownCell {
    /// The painter's things for the cell.
    let paint: any CellPaint
    /// The cell's place in the window.
    let rectangle: Placement.Rectangle
    /// The picture and its place; nil for none.
    let shown: ShownPicture?

    /// The parts of the window that belong to the cell and that its picture leaves.
    var uncovered: [Placement.Rectangle] { shown?.scene.bars ?? [rectangle] }
}

/// The cells of one drawing: later ones lie over earlier ones.
struct WindowContent {
    /// The way in which cells lie in their window.
    enum Coverage {
        /// Every pixel belongs to exactly one cell.
        case exact
        /// No pixel belongs to two cells, and some belong to none.
        case gaps
        /// Some pixels belong to several cells.
        case overlapping
    }

    /// The cells in the order in which they are drawn.
    private(set) var cells: [ShownCell] = []
    /// The colour of bars and of what no cell covers.
    var background: BackgroundColor

    /// Nothing but a colour.
    init(background: BackgroundColor = .black) { self.background = background }

    /// Describes one cell.
    init(_ cell: ShownCell, background: BackgroundColor = .black) {
        cells = [cell]
        self.background = background
    }

    /// Adds a cell; one that is there already gets another place or picture, and comes last.
    mutating func place(_ cell: ShownCell) {
        cells.removeAll { $0.paint === cell.paint }
        cells.append(cell)
    }

    /// Removes all cells, and with them the frames that they hold.
    mutating func clear() { cells.removeAll(keepingCapacity: true) }

    /// Works out how the cells lie in a window.
    func coverage(of window: PixelSize) -> Coverage {
        if cells.count == 1, cells[0].rectangle.size == window { return .exact }
        var covered = 0
        for (index, cell) in cells.enumerated() {
            for other in cells[..<index] where other.rectangle.meets(cell.rectangle) { return .overlapping }
            covered += cell.rectangle.size.width * cell.rectangle.size.height
        }
        return covered == window.width * window.height ? .exact : .gaps
    }
}

extension Placement.Rectangle {
    /// All of a window.
    init(wholeOf window: PixelSize) { self.init(x: 0, y: 0, size: window) }

    /// True when it has no pixel outside of a window.
    func lies(in window: PixelSize) -> Bool {
        x >= 0 && y >= 0 && x <= window.width - size.width && y <= window.height - size.height
    }

    /// True when there is a pixel in both.
    func meets(_ other: Placement.Rectangle) -> Bool {
        x < other.x + other.size.width && other.x < x + size.width
            && y < other.y + other.size.height && other.y < y + size.height
    }

    /// Gives the same rectangle of a window of which it was a rectangle of a part.
    func moved(into part: Placement.Rectangle) -> Placement.Rectangle {
        Placement.Rectangle(x: x + part.x, y: y + part.y, size: size)
    }
}
