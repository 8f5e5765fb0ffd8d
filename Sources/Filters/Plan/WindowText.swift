internal import Frames

/// The GLSL that reads what lies around four pixels side by side once, for a body that looks a few pixels far.
///
/// Each of the four would otherwise read, clamp and unpack most of the same neighbours again. Kept are luminances where the
/// body reads nothing else, else pixels as they are stored: unpacked ones would not fit into registers.
struct WindowText {
    let leaf: LeafText
    /// The distance that the body looks, across and down.
    let reach: Int
    /// True when the body reads nothing but luminance.
    let isLuminance: Bool

    /// - Returns: nil where four pixels cannot be read at once.
    init?(leaf: LeafText, reach: Int, isLuminance: Bool) {
        guard leaf.canBeWide, isLuminance || leaf.format.planes == nil else { return nil }
        self.leaf = leaf
        self.reach = reach
        self.isLuminance = isLuminance
    }

    private var name: String { "leaf\(leaf.number)" }
    private var layout: PixelLayout {
        if case .stored(let layout) = leaf.format { layout } else { .rgba8 }
    }
    private var type: String { isLuminance ? "float" : layout.element }

    /// The statement that fills the window of the pixels from `ivec2(x, y)` on.
    var load: String { "\(name)Look(x, y);" }

    /// The definitions by which the body of an input of a number reads the window instead of the leaf.
    func definitions(input: Int) -> String {
        let near = "\(name)Near(at)"
        if isLuminance { return "#undef luminance\(input)\n#define luminance\(input)(at) \(near)\n" }
        let pixel = layout.unpacked(near)
        return """
            #undef pixel\(input)
            #undef luminance\(input)
            #define pixel\(input)(at) \(pixel)
            #define luminance\(input)(at) luminance(\(pixel).rgb)

            """
    }

    /// The window and its functions; they come after the leaf's declarations.
    var declarations: String {
        let (rows, columns) = (1 + 2 * reach, 4 + 2 * reach)
        let cells = (0..<columns).map { "        \(name)Window[row][\($0)] = \(cell($0 - reach));" }
        return """
            \(type) \(name)Window[\(rows)][\(columns)];
            ivec2 \(name)Corner;
            \(type) \(name)Near(ivec2 at) { ivec2 inside = at - \(name)Corner; return \(name)Window[inside.y][inside.x]; }
            void \(name)Look(int first, int line) {
                \(name)Corner = ivec2(first, line) - \(reach);
                for (int row = 0; row < \(rows); ++row) {
                    int x = first, y = clamp(line + row - \(reach), 0, \(name)Size.y - 1);
                    \(leaf.wideLoad())
            \(cells.joined(separator: "\n"))
                }
            }

            """
    }

    /// The column at a distance from the first of the four pixels.
    private func cell(_ column: Int) -> String {
        guard (0..<4).contains(column) else {
            let x = "clamp(x + \(column), 0, \(name)Size.x - 1)"
            return isLuminance
                ? "\(name)Luminance(ivec2(\(x), y))" : "\(name)[y * \(name)Size.x + \(x)]"
        }
        if isLuminance { return leaf.wideLuminance(column) }
        return layout.words == 2
            ? "\(name)W\(column / 2).\(column % 2 == 0 ? "xy" : "zw")" : "\(name)W0[\(column)]"
    }
}
