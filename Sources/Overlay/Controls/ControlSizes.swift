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

    /// The height of a line of text.
    func lineHeight(_ style: TextStyle) -> Double {
        typesetter.layout("Xg", style: style).height.rounded(.up)
    }

    private func textWidth(_ text: String, _ style: TextStyle = .body) -> Double {
        typesetter.layout(text, style: style).width.rounded(.up)
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
            guard label.lines > 1 else { return Size(width: given, height: lineHeight(label.style)) }
            let layout = typesetter.layout(
                element.name, style: label.style, width: max(given, 1), lines: label.lines,
                ellipsis: label.ellipsis, isCentered: label.isCentered)
            return Size(width: given, height: layout.height.rounded(.up))
        case .icon, .button, .toggle, .field: return Size(width: given, height: target)
        case .shutter: return Size(width: given, height: theme.measures.shutter)
        case .slider:
            let height = max(lineHeight(.body) + Self.trackRoom, target)
            return Size(width: given, height: height)
        case .item(let item):
            let room = ItemShape(element, item, width: given, typesetter).wordsWidth
            let detail = item.detail.map { height(of: $0, .caption, item.lines, room) } ?? 0
            let text = height(of: element.name, .body, item.lines, room) + detail
            return Size(width: given, height: max(text + 16, target))
        case .thumbnail:
            guard let width, width > target else { return Size(width: target, height: target) }
            let picture = (width * theme.measures.thumbnail.height / theme.measures.thumbnail.width).rounded()
            return Size(width: width, height: picture + 4 + lineHeight(.caption))
        case .progress: return Size(width: given, height: 16)
        case .countdown: return Size(width: given, height: given)
        case .recording: return Size(width: given, height: max(lineHeight(.number), 20))
        case .graph: return Size(width: given, height: 48)
        case .symbol:
            let side = element.width ?? given
            return Size(width: side, height: side)
        case .separator: return Size(width: given, height: 9)
        case .spacer: return Size(width: 0, height: 0)
        }
    }

    /// The height of a text in lines of a width.
    func height(of text: String, _ style: TextStyle, _ lines: Int, _ width: Double) -> Double {
        guard lines > 1 else { return lineHeight(style) }
        let layout = typesetter.layout(text, style: style, width: max(width, 1), lines: lines)
        return max(layout.height.rounded(.up), lineHeight(style))
    }

    /// The room below a slider's words for its track and knob.
    static let trackRoom = 28.0

    /// The width that shows everything.
    private func wish(_ element: Element, _ face: Face) -> Double {
        switch face {
        case .label(let label): textWidth(element.name, label.style)
        case .icon, .thumbnail: target
        case .shutter: theme.measures.shutter
        case .button: max(textWidth(element.name, .title) + 32, 64)
        case .slider(let slider):
            max(textWidth(element.name) + textWidth(slider.text, .number) + 48, 240)
        case .toggle: textWidth(element.name) + Self.switchWidth + 32
        case .item(let item):
            2 * ItemShape.padding + (item.icon == nil ? 0 : 32) + (item.isChosen == nil ? 0 : 28)
                + (item.opensMore ? 24 : 0)
                + max(textWidth(element.name), item.detail.map { textWidth($0, .caption) } ?? 0)
                + (element.key.map { textWidth($0, .caption) + 24 } ?? 0)
        case .field: 240
        case .progress: 120
        case .countdown: 112
        case .recording(let time, _): textWidth(time, .number) + 20
        case .graph: 240
        case .symbol: theme.measures.icon + 4
        case .separator: 40
        case .spacer: 0
        }
    }

    /// The width of a switch.
    static let switchWidth = 40.0

    /// The least width with which a piece is still of use.
    func leastWidth(_ element: Element, _ face: Face) -> Double {
        let wish = wish(element, face)
        switch face {
        case .label(let label): return min(wish, label.lines > 1 ? 120 : 48)
        case .button: return min(wish, 72)
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

/// The places of the parts of a row of a list or menu, as distances from the side where lines of text begin, inside of its edges.
struct ItemShape {
    /// The room at both sides.
    static let padding = 8.0
    /// The beginning and the width of the words.
    let wordsStart, wordsWidth: Double
    /// The end of the arrow, of the hook and of the key.
    let arrowEnd, hookEnd, keyEnd: Double
    /// The width of the key.
    let keyWidth: Double

    /// Places the parts.
    ///
    /// - Parameters:
    ///   - element: The row.
    ///   - item: Its content.
    ///   - width: Its width.
    ///   - typesetter: Measures the key.
    init(_ element: Element, _ item: ItemFace, width: Double, _ typesetter: Typesetter) {
        let inner = max(width - 2 * Self.padding, 0)
        wordsStart = item.icon == nil ? 0 : 32
        arrowEnd = inner
        hookEnd = arrowEnd - (item.opensMore ? 24 : 0)
        keyEnd = hookEnd - (item.isChosen == nil ? 0 : 28)
        let key = element.key.map { typesetter.layout($0, style: .caption).width.rounded(.up) }
        keyWidth = min(key ?? 0, max(96, inner * 0.45))
        let end = key == nil ? keyEnd : keyEnd - keyWidth - 16
        wordsWidth = max(end - wordsStart, 0)
    }
}
