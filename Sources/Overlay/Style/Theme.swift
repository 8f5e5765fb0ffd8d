/// The colours and sizes of everything that is drawn over the picture.
///
/// Text stands on a scrim, flat, and has a contrast of at least 4.5:1 on it over any picture.
public struct Theme: Sendable, Hashable {
    /// The least contrast of text (Web Content Accessibility Guidelines 2.2, 1.4.3).
    public static let textContrast = 4.5
    /// The least contrast of what is no text (1.4.11).
    public static let shapeContrast = 3.0

    /// The wishes that it follows.
    public let appearance: Appearance
    /// The sizes.
    public let measures: Measures
    /// The ground of header, bar and marks.
    public let scrim: PaintColor
    /// The ground of panels and cards, where there is text of several weights.
    public let denseScrim: PaintColor
    /// The ground of menus and tooltips: that of panels, without what shines through.
    public let opaqueScrim: PaintColor
    /// The colour of text and icons.
    public let text: PaintColor
    /// The colour of text beside what matters more; on the dense scrim only.
    public let secondaryText: PaintColor
    /// The colour of what cannot be used now.
    public let disabledText: PaintColor
    /// The accent, as far from the dense scrim's colour as shapes must be.
    public let accent: PaintColor
    /// The accent as a ground of text, so far from white, or from black, as text must be.
    public let accentGround: PaintColor
    /// The colour of text on that ground.
    public let onAccent: PaintColor
    /// The red of a recording and of errors, as a ground.
    public let alarm: PaintColor
    /// The red of words and symbols.
    public let alarmText: PaintColor
    /// The red of the dot that tells of a recording.
    public let alarmDot: PaintColor
    /// The colour of text on the red.
    public let onAlarm: PaintColor
    /// The ground of what is pointed at.
    public let hover: PaintColor
    /// The ground of what is pressed.
    public let pressed: PaintColor
    /// The ground of buttons with text, of fields and tracks.
    public let trough: PaintColor
    /// The line around grounds, and between groups.
    public let border: PaintColor
    /// The line inside of the focus ring, which shows it on any ground.
    public let ringContrast: PaintColor

    /// Makes a theme.
    ///
    /// - Parameter appearance: The desktop's wishes.
    public init(_ appearance: Appearance = Appearance()) {
        self.appearance = appearance
        measures = Measures(isForTouch: appearance.isForTouch)
        let isDark = appearance.scheme == .dark
        let isHigh = appearance.isHighContrast
        let ground: PaintColor = isDark ? .black : .white
        let ink: PaintColor = isDark ? .white : PaintColor(0.07, 0.07, 0.08)
        scrim = ground.opacity(isHigh ? 1 : isDark ? 0.65 : 0.78)
        denseScrim = (isDark ? PaintColor(0.09, 0.09, 0.1) : PaintColor(0.98, 0.98, 0.98))
            .opacity(isHigh ? 1 : isDark ? 0.92 : 0.94)
        opaqueScrim = denseScrim.opacity(1)
        text = isHigh ? (isDark ? .white : .black) : ink
        secondaryText = isHigh ? text : isDark ? PaintColor(0.84, 0.84, 0.86) : PaintColor(0.29, 0.29, 0.31)
        disabledText = ink.opacity(isHigh ? 0.65 : 0.42)
        accent = Self.readable(
            appearance.accent.opacity(1), on: denseScrim, towards: isDark ? .white : .black)
        // White text is what people know on an accent; colours that are too light for it, such as yellow, keep black.
        let takesWhite = accent.contrast(with: .white) >= Self.shapeContrast
        onAccent = takesWhite ? .white : .black
        let shades = stride(from: 0.0, through: 1.0, by: 0.02).lazy
            .map { [accent] in accent.mixed(with: takesWhite ? .black : .white, $0) }
        accentGround =
            shades.first { [onAccent] in $0.contrast(with: onAccent) >= Self.textContrast } ?? accent
        alarm = PaintColor(0.78, 0.09, 0.14)
        onAlarm = .white
        alarmText = Self.readable(alarm, on: denseScrim, towards: isDark ? .white : .black, Self.textContrast)
        alarmDot = Self.readable(
            PaintColor(0.93, 0.2, 0.23), on: denseScrim, towards: isDark ? .white : .black)
        hover = ink.opacity(0.1)
        pressed = ink.opacity(0.16)
        trough = ink.opacity(isDark ? 0.16 : 0.12)
        border = ink.opacity(isHigh ? 1 : 0.16)
        ringContrast = text
    }

    /// The width of the line around grounds; 0 for none.
    public var borderWidth: Double { appearance.isHighContrast ? 1 : 0 }

    /// The smallest contrast of a colour on a ground that some of the picture shines through.
    ///
    /// - Parameters:
    ///   - color: The colour of a text.
    ///   - ground: The ground.
    /// - Returns: The contrast over the picture that is worst for it.
    public static func leastContrast(of color: PaintColor, on ground: PaintColor) -> Double {
        // A ground's luminance over a picture lies between those over black and over white.
        let (darkest, lightest) = (ground.over(.black), ground.over(.white))
        let shown = (color.over(darkest), color.over(lightest))
        let luminances = (darkest.luminance, lightest.luminance)
        if shown.0.luminance > luminances.0, shown.1.luminance < luminances.1 { return 1 }
        return min(shown.0.contrast(with: darkest), shown.1.contrast(with: lightest))
    }

    /// The colour that is nearest to another, and can be told from a ground over any picture.
    private static func readable(
        _ color: PaintColor, on ground: PaintColor, towards end: PaintColor,
        _ contrast: Double = shapeContrast
    ) -> PaintColor {
        let shares = stride(from: 0.0, through: 1.0, by: 0.05)
        let found = shares.lazy.map { color.mixed(with: end, $0) }
            .first { leastContrast(of: $0, on: ground) >= contrast }
        return found ?? end
    }
}
