/// The desktop's wishes for the look of programs, as a plain value.
public struct Appearance: Sendable, Hashable {
    /// A choice between light text on dark ground and the other way round.
    public enum Scheme: Sendable, Hashable {
        /// Light text on dark ground.
        case dark
        /// Dark text on light ground.
        case light
    }

    /// The choice between light and dark.
    public var scheme: Scheme
    /// The desktop's accent: the colour of what is chosen.
    public var accent: PaintColor
    /// True where nothing may shine through below text.
    public var isHighContrast: Bool
    /// True where nothing may move or fade.
    public var isMotionReduced: Bool
    /// The user's scale of texts, 0.5…3.
    public var textScale: Double
    /// The family of the desktop's font.
    public var fontName: String
    /// The window buttons, and their sides.
    public var buttonLayout: ButtonLayout
    /// True where the user's language reads from right to left.
    public var isRightToLeft: Bool
    /// True where targets are made for fingers.
    public var isForTouch: Bool

    /// Describes the wishes; by default those of a desktop that has none.
    ///
    /// - Parameters:
    ///   - scheme: The choice between light and dark.
    ///   - accent: The colour of what is chosen.
    ///   - isHighContrast: True where nothing may shine through below text.
    ///   - isMotionReduced: True where nothing may move or fade.
    ///   - textScale: The user's scale of texts.
    ///   - fontName: The family of the desktop's font.
    ///   - buttonLayout: The window buttons, and their sides.
    ///   - isRightToLeft: True where the user's language reads from right to left.
    ///   - isForTouch: True where targets are made for fingers.
    public init(
        scheme: Scheme = .dark, accent: PaintColor = PaintColor(0.208, 0.518, 0.894),
        isHighContrast: Bool = false, isMotionReduced: Bool = false, textScale: Double = 1,
        fontName: String = "Sans", buttonLayout: ButtonLayout = ButtonLayout(), isRightToLeft: Bool = false,
        isForTouch: Bool = false
    ) {
        (self.scheme, self.accent, self.isHighContrast) = (scheme, accent, isHighContrast)
        (self.isMotionReduced, self.textScale, self.fontName) = (isMotionReduced, textScale, fontName)
        (self.buttonLayout, self.isRightToLeft) = (buttonLayout, isRightToLeft)
        self.isForTouch = isForTouch
    }
}

extension Typesetter {
    /// Loads the libraries, and finds the desktop's font.
    ///
    /// - Parameter appearance: The desktop's wishes.
    /// - Throws: The reason why nothing can be drawn.
    public convenience init(_ appearance: Appearance) throws(OverlayError) {
        try self.init(
            font: appearance.fontName, textScale: appearance.textScale,
            isRightToLeft: appearance.isRightToLeft)
    }
}
