public import Frames

/// A division of a window into cells of whole pixels, row by row: a pure function.
///
/// Every pixel of the window belongs to exactly one cell. The widths of two cells differ by one pixel at most, and so do
/// their heights; where the window has fewer pixels than cells, some cells are empty.
public struct CellLayout: Hashable, Sendable {
    /// The window's size in pixels.
    public let window: PixelSize
    /// The largest number of columns and of rows.
    private static let mostCells = 1 << 16
    /// The longest side of a window.
    private static let longestSide = 1 << 31

    /// The number of cells side by side; at least 1.
    public let columns: Int
    /// The number of cells one above the other; at least 1.
    public let rows: Int

    /// Divides a window.
    ///
    /// - Parameters:
    ///   - columns: The number of cells side by side, 1 to 65536; another one counts as the nearest.
    ///   - rows: The number of cells one above the other, 1 to 65536; another one counts as the nearest.
    ///   - window: The window's size in pixels.
    public init(columns: Int, rows: Int, in window: PixelSize) {
        self.columns = min(max(1, columns), Self.mostCells)
        self.rows = min(max(1, rows), Self.mostCells)
        self.window = PixelSize(
            width: min(max(0, window.width), Self.longestSide),
            height: min(max(0, window.height), Self.longestSide))
    }

    /// Divides a window into cells side by side.
    public static func row(of count: Int, in window: PixelSize) -> CellLayout {
        CellLayout(columns: count, rows: 1, in: window)
    }

    /// Divides a window into the columns and rows that show pictures of one shape at the largest size.
    ///
    /// The size is that of a picture that fits its cell, before it is rounded to whole pixels. Where several divisions
    /// show it at one size, the one with the fewest cells is taken, and of those the one with the fewest rows. The last
    /// row may have cells to spare, but there is no row without a picture.
    ///
    /// - Parameters:
    ///   - count: The number of pictures, 1 to 65536; another one counts as the nearest.
    ///   - aspect: A picture's width divided by its height, as it is seen; not above zero counts as 1.
    ///   - window: The window's size in pixels.
    /// - Returns: The division, with as many cells as pictures at least.
    public static func grid(
        of count: Int, aspect: Rational = Rational(16, 9), in window: PixelSize
    ) -> CellLayout {
        let count = min(max(1, count), mostCells)
        let aspect = aspect > Rational(0) ? aspect : Rational(1)
        var best = CellLayout(columns: count, rows: 1, in: window)
        var bestWidth = best.pictureWidth(aspect)
        // From one row downwards, so that the fewest rows win among equals.
        for columns in stride(from: count - 1, to: 0, by: -1) {
            let next = CellLayout(columns: columns, rows: (count + columns - 1) / columns, in: window)
            let width = next.pictureWidth(aspect)
            if width > bestWidth || width == bestWidth && next.count < best.count {
                (best, bestWidth) = (next, width)
            }
        }
        return best
    }

    /// The number of cells.
    public var count: Int { columns * rows }

    /// All cells, from left to right and from top to bottom.
    public var cells: [Placement.Rectangle] { (0..<count).map { self[$0] } }

    /// A cell by its number, from left to right and from top to bottom.
    ///
    /// - Precondition: The number is one of `0..<count`.
    public subscript(index: Int) -> Placement.Rectangle {
        precondition((0..<count).contains(index), "there is no such cell")
        let (left, right) = CellLayout.edges(index % columns, of: columns, window.width)
        let (top, bottom) = CellLayout.edges(index / columns, of: rows, window.height)
        return Placement.Rectangle(
            x: left, y: top, size: PixelSize(width: right - left, height: bottom - top))
    }

    /// Works out the first pixel of a part, and of the next one.
    private static func edges(_ index: Int, of count: Int, _ length: Int) -> (Int, Int) {
        (index * length / count, (index + 1) * length / count)
    }

    /// Works out the width of a picture that fits a cell.
    private func pictureWidth(_ aspect: Rational) -> Rational {
        min(Rational(window.width, columns), Rational(window.height, rows) * aspect)
    }
}
