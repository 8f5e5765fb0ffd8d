/// The room that pieces need, by their texts and the theme's sizes.
struct ControlSizes {
    let theme: Theme
    let typesetter: Typesetter

    /// The width and the height of something.
    struct Size: Equatable {
        var width: Double
        var height: Double
    }

    private var target: Double { theme.measures.target }

    /// The room above and below the words of a row.
    private static let rowPadding = 8.0

    /// The height of a row with words, at least that of a target.
    private func row(_ words: Double) -> Double { max(words + 2 * Self.rowPadding, target) }

    /// The height of the words of a row of a list, without a key below them.
    func wordsHeight(_ element: Element, _ item: ItemFace, _ shape: ItemShape) -> Double {
        func height(_ text: String, _ style: TextStyle) -> Double {
            typesetter.height(of: text, style, in: shape.wordsWidth, lines: item.lines)
        }
        return height(element.name, .body) + (item.detail.map { height($0, .caption) } ?? 0)
    }

    /// The height of a row's key.
    func keyHeight(_ key: String, _ shape: ItemShape) -> Double {
        typesetter.height(of: key, .caption, in: shape.keyWidth)
    }

    /// The room that a piece takes.
    ///
    /// - Parameters:
    ///   - element: The piece.
    ///   - face: Its content.
    ///   - width: The width that there is; nil for as much as it wishes.
    /// - Returns: The size, as wide as the wish where there is no width.
    func size(_ element: Element, _ face: Face, width: Double?) -> Size {
        let wish = wish(element, face)
        let given = width.map { min($0, wish) } ?? wish
        switch face {
        case .label(let label):
            guard label.lines > 1 else {
                return Size(width: given, height: typesetter.lineHeight(label.style))
            }
            let layout = typesetter.layout(
                element.name, style: label.style, width: max(given, 1), lines: label.lines,
                ellipsis: label.ellipsis, isCentered: label.isCentered)
            return Size(width: given, height: layout.height.rounded(.up))
        case .icon: return Size(width: given, height: target)
        case .button:
            let words = typesetter.height(
                of: element.name, .title, in: given - Self.buttonPadding, isCentered: true)
            return Size(width: given, height: row(words + 4))
        case .toggle:
            let room = given - Self.switchWidth - 12 - 2 * ItemFace.padding
            return Size(width: given, height: row(typesetter.height(of: element.name, .body, in: room)))
        case .field(_, let placeholder, _):
            let room = given - Self.fieldPadding
            return Size(width: given, height: row(typesetter.height(of: placeholder, .body, in: room)))
        case .shutter: return Size(width: given, height: theme.measures.shutter)
        case .slider(let slider):
            let words = SliderWords(element.name, slider, width: given - 2 * ItemFace.padding, typesetter)
            return Size(width: given, height: max(words.height + Self.trackRoom, target))
        case .item(let item):
            let shape = ItemShape(element, item, width: given, typesetter)
            let words = wordsHeight(element, item, shape)
            let key = element.key.map { keyHeight($0, shape) } ?? 0
            return Size(width: given, height: row(shape.isKeyBelow ? words + key : max(words, key)))
        case .thumbnail:
            guard let width, width > target else { return Size(width: target, height: target) }
            let picture = (width * theme.measures.thumbnail.height / theme.measures.thumbnail.width).rounded()
            let name = typesetter.height(of: element.name, .caption, in: width, isCentered: true)
            return Size(width: width, height: picture + 4 + name)
        case .progress: return Size(width: given, height: 16)
        case .countdown: return Size(width: given, height: given)
        case .recording: return Size(width: given, height: max(typesetter.lineHeight(.number), 20))
        case .graph: return Size(width: given, height: 48)
        case .symbol:
            let side = element.width ?? given
            return Size(width: side, height: side)
        case .separator: return Size(width: given, height: 9)
        case .spacer: return Size(width: 0, height: 0)
        }
    }

    /// The room below a slider's words for its track and knob.
    static let trackRoom = 28.0

    /// The width that shows everything.
    private func wish(_ element: Element, _ face: Face) -> Double {
        switch face {
        case .label(let label): typesetter.width(of: element.name, label.style)
        case .icon, .thumbnail: target
        case .shutter: theme.measures.shutter
        case .button: max(typesetter.width(of: element.name, .title) + Self.buttonPadding + 8, 64)
        case .slider(let slider):
            max(
                typesetter.width(of: element.name) + 48
                    + max(
                        typesetter.width(of: slider.text, .number), SliderWords.reserved(slider, typesetter)),
                240)
        case .toggle: typesetter.width(of: element.name) + Self.switchWidth + 12 + 2 * ItemFace.padding
        case .item(let item):
            2 * ItemFace.padding + (item.icon == nil ? 0 : 32) + item.markRoom
                + max(
                    typesetter.width(of: element.name),
                    item.detail.map { typesetter.width(of: $0, .caption) } ?? 0)
                + (element.key.map { typesetter.width(of: $0, .caption) + 24 } ?? 0)
        case .field: 240
        case .progress: 120
        case .countdown: 112
        case .recording(let time, _): typesetter.width(of: time, .number) + 20
        case .graph: 240
        case .symbol: theme.measures.icon + 4
        case .separator: 40
        case .spacer: 0
        }
    }

    /// The width of a switch.
    static let switchWidth = 40.0
    /// The room beside the words of a button, and beside those of a field.
    private static let (buttonPadding, fieldPadding) = (24.0, 46.0)
    /// The least width of words with several lines, up to which one that is longer is not broken.
    private static let leastWords = 96.0

    private func leastWords(_ text: String, _ style: TextStyle = .body) -> Double {
        min(max(typesetter.longestWord(of: text, style), 48), Self.leastWords)
    }

    /// The least width with which a piece is still of use.
    func leastWidth(_ element: Element, _ face: Face) -> Double {
        let wish = wish(element, face)
        switch face {
        // A number without its end is another one.
        case .label(let label) where label.isFirm || label.lines == 1 && label.style.isTabular: return wish
        case .label(let label):
            return min(wish, label.lines > 1 ? leastWords(element.name, label.style) : 48)
        case .button: return min(wish, max(leastWords(element.name, .title) + Self.buttonPadding, 72))
        case .slider, .item: return min(wish, 120)
        case .toggle: return min(wish, 104)
        case .field: return 104
        case .graph, .progress: return 48
        case .separator, .spacer: return 0
        case .icon, .shutter, .thumbnail, .countdown, .recording, .symbol: return wish
        }
    }

    /// Tells whether a piece takes the whole width of a column.
    func stretches(_ face: Face) -> Bool {
        switch face {
        case .slider, .toggle, .item, .field, .progress, .graph, .separator: true
        case .label(let label): label.lines > 1 || !label.isCentered
        default: false
        }
    }
}

/// The sizes of texts, in whole units.
extension Typesetter {
    /// The width of a text in one line.
    func width(of text: String, _ style: TextStyle = .body) -> Double {
        layout(text, style: style).width.rounded(.up)
    }

    /// The width of the longest word of a text.
    func longestWord(of text: String, _ style: TextStyle) -> Double {
        // An endless name is not looked at as a whole.
        let words = text.prefix(400).split { $0.isWhitespace }
        return words.map { width(of: String($0), style) }.max() ?? 0
    }

    /// The height of a line of text.
    func lineHeight(_ style: TextStyle) -> Double {
        layout("Xg", style: style).height.rounded(.up)
    }

    /// The height of a text in lines of a width.
    func height(
        of text: String, _ style: TextStyle, in width: Double, lines: Int = LabelFace.allLines,
        isCentered: Bool = false
    ) -> Double {
        guard lines > 1 else { return lineHeight(style) }
        // What fits in one line has the height of that, and its layout is the one that is drawn.
        let line = layout(text, style: style)
        guard line.width > width else { return max(line.height.rounded(.up), lineHeight(style)) }
        let layout = layout(
            text, style: style, width: max(width, 1), lines: lines, isCentered: isCentered)
        return max(layout.height.rounded(.up), lineHeight(style))
    }
}

/// The places of the parts of a row of a list or menu, as distances from the side where lines of text begin, inside of its edges.
struct ItemShape {
    /// The beginning and the width of the words.
    let wordsStart, wordsWidth: Double
    /// The end of the arrow, of the hook and of the key.
    let arrowEnd, hookEnd, keyEnd: Double
    /// The width of the key.
    let keyWidth: Double
    /// True where the key has no room beside the words, and stands below them.
    let isKeyBelow: Bool

    /// Places the parts.
    ///
    /// - Parameters:
    ///   - element: The row.
    ///   - item: Its content.
    ///   - width: Its width.
    ///   - typesetter: Measures the key.
    init(_ element: Element, _ item: ItemFace, width: Double, _ typesetter: Typesetter) {
        let inner = max(width - 2 * ItemFace.padding, 0)
        wordsStart = item.icon == nil ? 0 : 32
        arrowEnd = inner - 2
        hookEnd = inner - (item.opensMore ? ItemFace.mark : 0)
        keyEnd = inner - item.markRoom
        let whole = max(keyEnd - wordsStart, 0)
        guard let key = element.key.map({ typesetter.width(of: $0, .caption) }) else {
            (keyWidth, isKeyBelow, wordsWidth) = (0, false, whole)
            return
        }
        let beside = min(key, max(96, inner * 0.45))
        let left = whole - beside - 16
        let name = typesetter.width(of: element.name)
        isKeyBelow =
            left < name
            && left < max(inner * 0.4, min(typesetter.longestWord(of: element.name, .body), inner * 0.6))
        keyWidth = isKeyBelow ? min(key, whole) : beside
        wordsWidth = isKeyBelow ? whole : max(left, 0)
    }
}
