/// The look of a text, apart from its colour.
public struct TextStyle: Sendable, Hashable {
    /// The size as a share of the desktop's text, 1 for text as it is everywhere.
    public var size: Double
    /// True for the weight 600, by which titles stand out.
    public var isBold: Bool
    /// True where all digits are equally wide, so that numbers that change do not move what stands behind them.
    public var isTabular: Bool

    /// Describes a look.
    ///
    /// - Parameters:
    ///   - size: The size as a share of the desktop's text.
    ///   - isBold: True for the weight 600.
    ///   - isTabular: True where all digits are equally wide.
    public init(size: Double = 1, isBold: Bool = false, isTabular: Bool = false) {
        (self.size, self.isBold, self.isTabular) = (size, isBold, isTabular)
    }

    /// Text that is read.
    public static let body = TextStyle()
    /// The name of what stands below.
    public static let title = TextStyle(isBold: true)
    /// The sentence of a card in the middle of the picture.
    public static let headline = TextStyle(size: 1.25, isBold: true)
    /// Text beside what matters more.
    public static let caption = TextStyle(size: 0.86)
    /// The name of a group.
    public static let heading = TextStyle(size: 0.86, isBold: true)
    /// Numbers that change.
    public static let number = TextStyle(isTabular: true)
    /// A countdown over the picture.
    public static let huge = TextStyle(size: 4, isBold: true, isTabular: true)
}

/// The place where a text that does not fit is left out.
public enum Ellipsis: Sendable, Hashable {
    /// The end: sentences.
    case end
    /// The middle: names, whose ends differ.
    case middle
}
