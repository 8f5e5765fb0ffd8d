internal import Overlay

/// The rectangles of all guests of a moment: none leaves the window, and no two of those that stand beside each other overlap.
///
/// A menu and a tooltip lie over the others, but not over words, which wait until the menu is gone. Where a window has no room for all, the bar goes before words and panels do, then the header goes
/// before a panel; of words a passing notice stays before a state. A guest without a rectangle waits.
///
/// A pure function of the window's size and of the guests.
struct GuestPlan {
    /// The size that an element takes of a width and a height; of no height the least with which all that is pressed in it is in sight.
    typealias Fitting = (_ element: Element, _ width: Double, _ height: Double) -> (
        width: Double, height: Double
    )

    /// The rectangles on the window by the guests' names, on whole units.
    private(set) var areas: [String: Area] = [:]

    private let layout: GuestLayout
    private let fitting: Fitting
    private var parts: [GuestPart]
    /// The height that the header takes, or is free for it.
    private var header: Double
    /// True while the bar has its place, whether it is shown or not.
    private var hasBar = true
    /// The edge below what stands at the top.
    private var top = 0.0

    /// The height below which a panel, or words, are of no use.
    private static let (leastPanel, leastWords) = (160.0, 80.0)
    /// The least height of a card beside other words.
    private static let leastCard = 120.0
    /// The part of its height to which a countdown may shrink.
    private static let shrinking = 0.8
    /// The width below which no words have room beside a panel.
    private static let leastBeside = 240.0
    /// The distance from the edges of the smallest windows.
    private static let leastMargin = 4.0
    /// The distance between neighbours.
    private static let gap = 8.0

    /// Places guests.
    ///
    /// - Parameters:
    ///   - parts: The guests; no two have one name.
    ///   - layout: The window.
    ///   - fitting: Measures elements.
    init(_ parts: [GuestPart], in layout: GuestLayout, fitting: @escaping Fitting) {
        (self.parts, self.layout, self.fitting) = (parts, layout, fitting)
        let keepsHeader = layout.keepsHeader && layout.isLargeEnough
        header = keepsHeader || parts.contains { $0.place == .header } ? layout.measures.header : 0
        let panel = first(.panel)
        if panel != nil { makeRoomForPanel() }
        if hasBar, heightOfMarks > 0, header + heightOfMarks + Self.gap > bar { header = 0 }
        // A second row of marks must not cost a panel what it needs.
        let most =
            panel != nil && isStacked ? floor - Self.leastPanel - margin / 2 : hasBar ? bar : layout.height
        placeMarks(beside: panel != nil && !isStacked, secondRowTo: most - Self.gap)
        if let panel, isStacked {
            stack(below: panel)
        } else {
            if let panel { placePanel(panel, from: header + margin / 2, to: floor) }
            placeWords(isBeside: panel != nil)
        }
        if header > 0 { place(first(.header), layout.header) }
        if hasBar, let bar = first(.bar) { place(bar, layout.bar { fitting(bar.element, $0, $1) }) }
        for part in parts {
            switch part.place {
            case .beside(let anchor): place(part, layout.beside(anchor) { fitting(part.element, $0, $1) })
            case .pointer(let x, let y):
                place(part, layout.atPointer(x: x, y: y) { fitting(part.element, $0, $1) })
            default: break
            }
            // A tooltip of which only a part has room says nothing.
            if part.name == "tooltip", let area = areas[part.name],
                area.height < fitting(part.element, area.width, 0).height
            {
                areas[part.name] = nil
            }
        }
        clearMenu()
    }

    /// Lets words wait that an open menu would cover a part of.
    private mutating func clearMenu() {
        guard let menu = areas["menu"] else { return }
        for part in parts where part.place == .notice || part.place == .top || isCard(part) {
            if let area = areas[part.name], !area.intersection(menu).isEmpty { areas[part.name] = nil }
        }
    }

    private var margin: Double { layout.measures.margin }
    /// The upper edge of the bar.
    private var bar: Double { layout.height - margin - layout.measures.bar }

    private func first(_ place: GuestPlace) -> GuestPart? { parts.first { $0.place == place } }

    private mutating func place(_ part: GuestPart?, _ area: Area) {
        if let part { areas[part.name] = area }
    }

    // MARK: - A panel

    /// True where words have no room beside a panel, so that they stand below it.
    private var isStacked: Bool { layout.width - layout.panelRoom - 2 * margin < Self.leastBeside }

    /// The edge at which a panel ends.
    private var floor: Double {
        hasBar ? bar - 1.5 * margin : layout.height - margin / 2
    }

    private mutating func makeRoomForPanel() {
        let marks = isStacked ? heightOfMarks : 0
        func free() -> Double { floor - header - margin / 2 - marks }
        if free() < Self.leastPanel { hasBar = false }
        if free() < Self.leastPanel { header = 0 }
    }

    private mutating func placePanel(_ panel: GuestPart, from y: Double, to end: Double) {
        let x = layout.isRightToLeft ? layout.panelGap : layout.width - layout.panelRoom
        place(
            panel, Area(x: x, y: y, width: layout.panelWidth, height: max(1, (end - y).rounded(.down))))
    }

    // MARK: - Marks

    private var heightOfMarks: Double {
        let heights = [first(.mark), first(.top)].compactMap(\.self).map {
            fitting($0.element, layout.width - 2 * margin, .infinity).height
        }
        return heights.isEmpty ? 0 : (heights.max() ?? 0) + margin
    }

    /// The room from side to side for what stands beside a panel.
    private func stage(_ isBeside: Bool) -> (start: Double, end: Double) {
        guard isBeside else { return (0, layout.width) }
        return layout.isRightToLeft
            ? (layout.panelRoom, layout.width) : (0, layout.width - layout.panelRoom)
    }

    private mutating func placeMarks(beside isBeside: Bool, secondRowTo most: Double) {
        let stage = stage(isBeside)
        let (width, y) = (max(1, stage.end - stage.start - 2 * margin), header + margin)
        let height = max(1, layout.height - y - margin)
        top = y
        var mark: Area?
        if let part = first(.mark) {
            // A time is never cut: it stands nearer to the edges where it has to.
            let wish = fitting(part.element, .infinity, height).width
            let margin = wish > width && !layout.isLargeEnough ? Self.leastMargin : margin
            let size = fitting(part.element, max(1, stage.end - stage.start - 2 * margin), height)
            let x = layout.isRightToLeft ? stage.end - margin - size.width : stage.start + margin
            let area = Area(x: x, y: y, width: size.width, height: size.height)
            place(part, area)
            mark = area
            top = area.bottom + Self.gap
        }
        guard let part = first(.top) else { return }
        let size = fitting(part.element, width, height)
        var area = Area(x: middle(size.width, in: stage), y: y, width: size.width, height: size.height)
        if let mark, !mark.inset(-Self.gap, 0).intersection(area).isEmpty { area.y = top }
        guard area.y == y || area.bottom <= most else { return }
        place(part, area)
        top = max(top, area.bottom + Self.gap)
    }

    /// The left edge of what stands in the middle of the window, or as near to it as a panel lets it.
    private func middle(_ width: Double, in stage: (start: Double, end: Double)) -> Double {
        let middle = ((layout.width - width) / 2).rounded(.down)
        return max(stage.start + margin, min(middle, stage.end - margin - width))
    }

    // MARK: - Words

    private func isCard(_ part: GuestPart) -> Bool { part.element.ownRole == .alert && part.place == .center }

    /// Places a panel, and below it as many words as leave enough of it.
    private mutating func stack(below panel: GuestPart) {
        let marks = top > header + margin ? top - Self.gap : header
        let start = marks + margin / 2
        var left = floor - start - Self.leastPanel
        // What passes comes first; a card would be what the panel is.
        let words =
            [parts.first { $0.place == .notice && $0.name == "notice" }]
            + [parts.first { $0.place == .center && !isCard($0) }]
            + [parts.first { $0.place == .notice && $0.name != "notice" }]
        var end = floor
        for part in words.compactMap(\.self) {
            let size = fitting(part.element, widthOfWords((0, layout.width)), .infinity)
            guard size.height + Self.gap <= left else { continue }
            left -= size.height + Self.gap
            let x = middle(size.width, in: (0, layout.width))
            place(part, Area(x: x, y: end - size.height, width: size.width, height: size.height))
            end -= size.height + Self.gap
        }
        placePanel(panel, from: start, to: end)
    }

    private func widthOfWords(_ stage: (start: Double, end: Double)) -> Double {
        max(1, min(layout.measures.toast, stage.end - stage.start - 2 * margin))
    }

    /// Places what stands above the bar and in the middle.
    private mutating func placeWords(isBeside: Bool) {
        let stage = stage(isBeside)
        let width = widthOfWords(stage)
        func height(_ part: GuestPart) -> Double { fitting(part.element, width, .infinity).height }
        // From below: what stays, then what passes.
        var toasts = parts.filter { $0.place == .notice }
        let center = first(.center)
        let card = parts.last { $0.place == .center }.flatMap { $0.name == center?.name ? nil : $0 }
        let middles = [center, card].compactMap(\.self)
        func needed() -> Double {
            (toasts + middles).reduce(-Self.gap) { $0 + height($1) + Self.gap }
        }
        func end() -> Double {
            hasBar ? bar - margin : layout.height - margin
        }
        if needed() > end() - top { hasBar = false }
        // A button is more than a header that comes and goes.
        if header > 0, areas.isEmpty, let toast = toasts.last, needed() > end() - top,
            height(toast) <= end() - margin || fitting(toast.element, width, 0).height > end() - top
        {
            (header, top) = (0, margin)
        }
        if toasts.count > 1, toasts.reduce(0, { $0 + height($1) + Self.gap }) > end() - top {
            toasts.removeFirst()
        }
        var floor = end()
        for part in toasts {
            let size = fitting(part.element, width, max(1, floor - top))
            guard size.height >= min(Self.leastWords, height(part)) else { continue }
            place(
                part,
                Area(
                    x: middle(size.width, in: stage), y: floor - size.height, width: size.width,
                    height: size.height))
            floor -= size.height + Self.gap
        }
        placeMiddles(middles, to: floor, stage, width, besideWords: !toasts.isEmpty)
    }

    /// Places a state's card and a countdown, one below the other, around the middle of the window.
    private mutating func placeMiddles(
        _ parts: [GuestPart], to floor: Double, _ stage: (start: Double, end: Double), _ width: Double,
        besideWords: Bool
    ) {
        var kept: [(part: GuestPart, size: (width: Double, height: Double))] = []
        var left = floor - top
        // A countdown is short, and soon over.
        for part in parts.sorted(by: { !isCard($0) && isCard($1) }) {
            let natural = fitting(part.element, width, .infinity)
            let least =
                isCard(part)
                ? (besideWords ? Self.leastCard : Self.leastWords) : natural.height * Self.shrinking
            guard left >= min(least, natural.height) else { continue }
            // A countdown is as wide as it is high.
            let isSmaller = !isCard(part) && natural.height > left
            kept.append((part, fitting(part.element, isSmaller ? min(width, left) : width, left)))
            left -= natural.height + Self.gap
        }
        let height = kept.reduce(-Self.gap) { $0 + $1.size.height + Self.gap }
        var y = header + ((layout.height - header - height) / 2).rounded(.down)
        y = max(top, min(y, floor - height))
        for (part, size) in kept {
            place(
                part, Area(x: middle(size.width, in: stage), y: y, width: size.width, height: size.height))
            y += size.height + Self.gap
        }
    }
}
