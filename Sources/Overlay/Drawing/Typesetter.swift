internal import LinuxIO

/// The maker of texts: the fonts of a program's overlay, with all that draws.
///
/// The first one of a process loads Cairo and Pango, some five milliseconds, and finds the fonts, which takes about
/// fifteen: it is for the time after the first picture. Not thread-safe; whoever makes it and what is made of it stay on one thread at a time.
@safe public final class Typesetter {
    /// The libraries that draw.
    let libraries: DrawingLibraries
    /// The height of the desktop's text in logical units, its scale included.
    public let textSize: Double
    /// True where the user's language reads from right to left.
    public let isRightToLeft: Bool

    /// The user's own scale of texts, within its bounds.
    let textScale: Double

    private let fontName: String
    private let fontMap: OpaquePointer
    private let context: OpaquePointer
    /// The attributes of texts, and those of numbers.
    private let plain, tabular: OpaquePointer
    private var kept: [Request: TextLayout] = [:]

    /// All that decides on a layout.
    private struct Request: Hashable {
        var text: String
        var style: TextStyle
        var width: Double?
        var lines: Int
        var ellipsis: Ellipsis
        var isCentered: Bool
    }

    /// The most layouts that are kept for the next time.
    private static let mostKept = 1000
    /// The height of the desktop's text, without a scale, in points.
    private static let points = 11.0
    /// The logical units of an inch, as all desktops count.
    private static let resolution = 96.0

    /// Loads the libraries, and finds the fonts.
    ///
    /// - Parameters:
    ///   - font: The family, as a desktop names it; a size behind it does not count. A family that is missing is replaced.
    ///   - textScale: The user's own scale of texts, 0.5…3.
    ///   - isRightToLeft: True where the user's language reads from right to left.
    /// - Throws: The reason why nothing can be drawn.
    public init(
        font: String = "Sans", textScale: Double = 1, isRightToLeft: Bool = false
    ) throws(OverlayError) {
        libraries = try DrawingLibraries()
        fontName = font.withoutControls.shortened(to: 100)
        let bounded = textScale.isFinite ? min(max(textScale, 0.5), 3) : 1
        self.textScale = bounded
        textSize = Self.points * bounded * Self.resolution / 72
        self.isRightToLeft = isRightToLeft
        let (cairo, pango) = (libraries.cairo, libraries.pango)
        unsafe fontMap = libraries.text.makeFontMap()
        unsafe context = pango.makeContext(fontMap)
        unsafe libraries.text.setResolution(context, Self.resolution)
        unsafe pango.setBaseDirection(
            context, isRightToLeft ? PangoFunctions.Code.rightToLeft : PangoFunctions.Code.leftToRight)
        // Without hints and rounding a text is as wide at one scale as at another, so that one layout serves all.
        unsafe pango.setRoundPositions(context, 0)
        let options = unsafe cairo.makeFontOptions()
        unsafe cairo.setAntialias(options, CairoFunctions.Code.grayAntialias)
        unsafe cairo.setHintStyle(options, CairoFunctions.Code.noHints)
        unsafe cairo.setHintMetrics(options, CairoFunctions.Code.metricsAsTheyAre)
        unsafe libraries.text.setFontOptions(context, options)
        unsafe cairo.destroyFontOptions(options)
        unsafe (plain, tabular) = (pango.makeAttributes(), pango.makeAttributes())
        // A hyphen at the end of a line would be taken for a part of a file's name.
        unsafe pango.insertAttribute(plain, pango.makeHyphens(0))
        unsafe pango.insertAttribute(tabular, pango.makeHyphens(0))
        unsafe pango.insertAttribute(tabular, "tnum=1".withCString { unsafe pango.makeFeatures($0) })
        // Without any font Pango would give up the whole process when it lays out the first text.
        let description = unsafe self.font(.body)
        defer { unsafe pango.freeFont(description) }
        guard let font = unsafe pango.loadFont(context, description) else { throw .noFont }
        unsafe libraries.objects.release(font)
    }

    deinit {
        kept = [:]
        unsafe libraries.pango.freeAttributes(plain)
        unsafe libraries.pango.freeAttributes(tabular)
        unsafe libraries.objects.release(context)
        unsafe libraries.objects.release(fontMap)
    }

    /// The description of a font; the caller frees it.
    private func font(_ style: TextStyle) -> OpaquePointer {
        let pango = libraries.pango
        let description = unsafe fontName.withCString { unsafe pango.makeFont($0) }
        unsafe pango.setFontSize(description, textSize * style.size * PangoFunctions.Code.scale)
        unsafe pango.setFontWeight(description, style.isBold ? 600 : 400)
        return unsafe description
    }

    /// Lays out a text.
    ///
    /// What steers a terminal is shown as `�`, and an endless text is cut.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - style: Its look.
    ///   - width: The most that it may be wide, in logical units; nil for as wide as it is.
    ///   - lines: The most lines.
    ///   - ellipsis: The place where it is left out what does not fit.
    ///   - isCentered: True where the lines of a text with several stand around their middle.
    /// - Returns: The layout, ready to be drawn at any scale.
    public func layout(
        _ text: String, style: TextStyle = .body, width: Double? = nil, lines: Int = 1,
        ellipsis: Ellipsis = .end, isCentered: Bool = false
    ) -> TextLayout {
        let request = Request(
            text: text, style: style, width: width, lines: lines, ellipsis: ellipsis, isCentered: isCentered)
        if let known = kept[request] { return known }
        let pango = libraries.pango
        let layout = unsafe pango.makeLayout(context)
        let description = unsafe font(style)
        unsafe pango.setFont(layout, description)
        unsafe pango.freeFont(description)
        unsafe pango.setAttributes(layout, style.isTabular ? tabular : plain)
        if let width {
            let units = Int32(min(max(width, 1), 100_000) * PangoFunctions.Code.scale)
            unsafe pango.setWidth(layout, units)
            unsafe pango.setEllipsis(
                layout,
                ellipsis == .end ? PangoFunctions.Code.ellipsisEnd : PangoFunctions.Code.ellipsisMiddle)
        }
        if lines > 1 {
            unsafe pango.setWrap(layout, PangoFunctions.Code.wrapWordsThenLetters)
            unsafe pango.setHeight(layout, -Int32(min(lines, 1000)))
        } else {
            unsafe pango.setSingleParagraph(layout, 1)
        }
        if isCentered {
            unsafe pango.setAlignment(layout, PangoFunctions.Code.alignCenter)
        } else if isRightToLeft {
            // Pango turns this round for paragraphs of the other direction.
            unsafe pango.setAlignment(layout, PangoFunctions.Code.alignRight)
        }
        // A name at its beginning does not give a sentence its direction.
        if isRightToLeft, text.hasRightToLeft { unsafe pango.setAutomaticDirection(layout, 0) }
        let shown = text.shortened(to: lines > 1 ? 2000 : 400).showingSteering
        unsafe shown.withCString { unsafe pango.setText(layout, $0, -1) }
        let made = unsafe TextLayout(layout, byteCount: shown.utf8.count, libraries: libraries)
        if kept.count >= Self.mostKept { kept = [:] }
        kept[request] = made
        return made
    }
}

extension String {
    /// The text with `�` for each steering character but the isolates by which numbers and paths are read from left to right in every
    /// language (Unicode Standard Annex 9: LRI, PDI): what those do ends with the text.
    fileprivate var showingSteering: String {
        guard unicodeScalars.contains(where: \.isSteering) else { return self }
        let shown = unicodeScalars.map { letter -> Unicode.Scalar in
            letter.isSteering && letter != "\u{2066}" && letter != "\u{2069}" ? "\u{FFFD}" : letter
        }
        return String(UnicodeScalarView(shown))
    }

    /// True for a text with letters of Hebrew, Arabic, or another script from right to left of the first plane.
    fileprivate var hasRightToLeft: Bool {
        unicodeScalars.contains { letter in
            switch letter.value {
            case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfefc: true
            default: false
            }
        }
    }
}
