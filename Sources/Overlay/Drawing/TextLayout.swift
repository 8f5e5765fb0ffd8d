/// A text with its places, ready to be drawn at any scale; made by a ``Typesetter``.
@safe public final class TextLayout {
    /// The place of the lines, in logical units from the layout's own origin.
    public let lines: Area
    /// The place of the ink, which may lie outside of the lines.
    public let ink: Area
    /// True where some of the text is left out.
    public let isEllipsized: Bool
    /// The number of lines.
    public let lineCount: Int
    /// The number of characters for which no font has a form; they are drawn as boxes.
    public let unknownCount: Int
    /// The distance of the first line's baseline from the layout's own origin.
    public let baseline: Double

    let layout: OpaquePointer
    private let libraries: DrawingLibraries
    /// The number of UTF-8 bytes of what is shown, behind which Pango knows no place.
    private let byteCount: Int

    /// Takes a layout, and gives it back at the end.
    init(_ layout: OpaquePointer, byteCount: Int, libraries: DrawingLibraries) {
        self.byteCount = byteCount
        unsafe self.layout = unsafe layout
        self.libraries = libraries
        let pango = libraries.pango
        var (ink, lines) = ([Int32](repeating: 0, count: 4), [Int32](repeating: 0, count: 4))
        unsafe pango.extents(layout, &ink, &lines)
        self.ink = Self.area(ink)
        self.lines = Self.area(lines)
        isEllipsized = unsafe pango.isEllipsized(layout) != 0
        lineCount = Int(unsafe pango.lineCount(layout))
        unknownCount = Int(unsafe pango.unknownCount(layout))
        baseline = unsafe Double(pango.baseline(layout)) / PangoFunctions.Code.scale
    }

    deinit { unsafe libraries.objects.release(layout) }

    /// The width of the lines.
    public var width: Double { lines.width }
    /// The height of the lines.
    public var height: Double { lines.height }

    /// A `PangoRectangle` in logical units.
    private static func area(_ numbers: [Int32]) -> Area {
        let units = numbers.map { Double($0) / PangoFunctions.Code.scale }
        return Area(x: units[0], y: units[1], width: units[2], height: units[3])
    }

    /// The place of the caret before a byte of the text, from the left edge of the lines (`pango_layout_get_cursor_pos`,
    /// which knows the end of a text that reads from right to left).
    ///
    /// - Parameter byte: The number of UTF-8 bytes before it.
    /// - Returns: The distance in logical units.
    func caret(before byte: Int) -> Double {
        var place = [Int32](repeating: 0, count: 4)
        unsafe libraries.pango.caret(layout, Int32(min(max(byte, 0), byteCount)), &place, nil)
        return Self.area(place).x - lines.x
    }

    /// The number of UTF-8 bytes before the letter's edge that is nearest (`pango_layout_xy_to_index`).
    ///
    /// - Parameter x: The distance from the left edge of the lines, in logical units.
    /// - Returns: The bytes before the letter, and the characters from there to the edge.
    func byte(at x: Double) -> (index: Int, trailing: Int) {
        var (index, trailing): (Int32, Int32) = (0, 0)
        let units = Int32(min(max(x + lines.x, -10_000), 100_000) * PangoFunctions.Code.scale)
        unsafe _ = libraries.pango.index(layout, units, 0, &index, &trailing)
        return (Int(index), Int(trailing))
    }
}
