/// The user's wishes for all programs' appearance, as the desktop tells them.
public struct DesktopAppearance: Sendable, Equatable {
    /// The wish for light or dark colours.
    public enum ColorScheme: Sendable, Equatable {
        case noPreference
        case dark
        case light
    }

    /// A colour in sRGB; each part is from 0 to 1.
    public struct Color: Sendable, Equatable {
        /// The red part.
        public var red: Double
        /// The green part.
        public var green: Double
        /// The blue part.
        public var blue: Double

        /// Takes the three parts; nil where one of them is not from 0 to 1, which means no colour (the portal's document).
        public init?(red: Double, green: Double, blue: Double) {
            guard [red, green, blue].allSatisfy((0...1).contains) else { return nil }
            (self.red, self.green, self.blue) = (red, green, blue)
        }
    }

    /// The limits of ``textScale``.
    public static let textScales = 0.5...4.0

    /// Light or dark colours.
    public var colorScheme = ColorScheme.noPreference
    /// The colour of what is chosen or has the focus; nil for the program's own.
    public var accentColor: Color?
    /// True where more contrast than usual is wished for.
    public var hasHighContrast = false
    /// True where nothing should move that need not.
    public var hasReducedMotion = false
    /// The factor of all text, within ``textScales``.
    public var textScale = 1.0
    /// The font of user interfaces; nil where the desktop tells none.
    public var font: DesktopFont?
    /// The buttons of windows, and their sides.
    public var buttons = WindowButtonLayout()

    /// Makes the appearance of a desktop without any wishes.
    public init() {}
}

/// A font as Pango writes it: `Cantarell 11`, `DejaVu Sans Bold Oblique 10.5`, `Inter, 14px`.
public struct DesktopFont: Sendable, Equatable {
    /// The family's name, or several with commas, without weight and style.
    public var family: String
    /// The size, in points or in pixels; from 4 to 96.
    public var size: Double
    /// True for a size in pixels.
    public var isInPixels: Bool

    private static let sizes = 4.0...96.0
    private static let usualSize = 11.0
    private static let longest = 256

    /// The words of weight, style, width and direction that may stand behind a family (`pango_font_description_from_string`).
    private static let styles: Set<String> = [
        "normal", "roman", "oblique", "italic", "small-caps", "all-small-caps", "petite-caps",
        "all-petite-caps", "unicase", "title-caps", "thin", "ultra-light", "extra-light", "light",
        "semi-light", "demi-light", "book", "regular", "medium", "semi-bold", "demi-bold", "bold",
        "ultra-bold", "extra-bold", "heavy", "black", "ultra-heavy", "extra-heavy", "ultra-black",
        "extra-black", "ultra-condensed", "extra-condensed", "condensed", "semi-condensed",
        "semi-expanded", "expanded", "extra-expanded", "ultra-expanded", "not-rotated", "south",
        "upside-down", "north", "rotated-left", "east", "rotated-right", "west",
    ]

    /// Reads Pango's text; nil where there is no family in it, or it is no text that a person would set.
    ///
    /// - Parameter text: The text, which may come from anywhere. A size that is none or beyond all measure becomes 11 points.
    public init?(pango text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var words = text.withoutControls.split(separator: " ").map(String.init)
        // Variations and features of a font come last.
        while let last = words.last, last.hasPrefix("@") || last.hasPrefix("#") { words.removeLast() }
        (size, isInPixels) = (Self.usualSize, false)
        if let last = words.last, let (size, isInPixels) = Self.size(last) {
            words.removeLast()
            if Self.sizes.contains(size) { (self.size, self.isInPixels) = (size, isInPixels) }
        }
        while words.count > 1, let last = words.last, Self.styles.contains(last.lowercased()) {
            words.removeLast()
        }
        var family = words.joined(separator: " ")
        while family.hasSuffix(",") || family.hasSuffix(" ") { family.removeLast() }
        guard !family.isEmpty else { return nil }
        self.family = family
    }

    private static func size(_ word: String) -> (Double, isInPixels: Bool)? {
        let isInPixels = word.hasSuffix("px")
        let number = isInPixels ? String(word.dropLast(2)) : word
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }) else { return nil }
        return Double(number).map { ($0, isInPixels) }
    }
}

/// The buttons in windows' title bars, from the edges inwards as they are read.
public struct WindowButtonLayout: Sendable, Equatable {
    /// A button.
    public enum Button: String, Sendable, CaseIterable {
        case minimize
        case maximize
        case close
        /// The window's menu.
        case menu
    }

    /// The buttons where a line of text begins: left, where one reads from left to right.
    public var leading: [Button]
    /// The buttons where a line of text ends.
    public var trailing: [Button]

    /// Takes buttons; by default the usual three at the end.
    public init(leading: [Button] = [], trailing: [Button] = [.minimize, .maximize, .close]) {
        (self.leading, self.trailing) = (leading, trailing)
    }

    /// Reads GNOME's `button-layout`, for example `appmenu:minimize,maximize,close`.
    ///
    /// - Parameter text: The names before and behind a colon; unknown names, and those that have been there, are passed over. Without a
    ///   colon all of them stand at the beginning.
    public init(gnome text: String) {
        var known = Set<Button>()
        func buttons(_ part: Substring) -> [Button] {
            part.split(separator: ",").compactMap { name in
                Button(rawValue: name.filter { $0 != " " }).flatMap { known.insert($0).inserted ? $0 : nil }
            }
        }
        // Longer ones have no meaning.
        let sides = text.prefix(1000).split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        leading = sides.first.map(buttons) ?? []
        trailing = sides.count > 1 ? buttons(sides[1]) : []
    }
}
