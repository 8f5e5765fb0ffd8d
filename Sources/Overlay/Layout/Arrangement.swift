/// The places of a tree's elements in a surface: rows, columns, grids and what scrolls.
///
/// A row breaks or shortens its texts where they do not fit, then leaves out what has the lowest rank. In a column that is too low what scrolls gives of its
/// height, so that what is pressed stays. Nothing overlaps, and nothing stands half outside.
struct Arrangement {
    typealias Size = ControlSizes.Size

    let sizes: ControlSizes
    /// The distance that each scrolled container has moved.
    var scrolls: [String: Double] = [:]

    private(set) var placed: [PlacedElement] = []

    init(theme: Theme, typesetter: Typesetter, scrolls: [String: Double] = [:]) {
        sizes = ControlSizes(theme: theme, typesetter: typesetter)
        self.scrolls = scrolls
    }

    /// Places a tree.
    ///
    /// - Parameters:
    ///   - root: The tree.
    ///   - area: The surface.
    /// - Returns: The places, mirrored where the language reads from right to left.
    mutating func place(_ root: Element, in area: Area) -> OverlayDescription {
        placed = []
        place(root, in: area, clip: area, parent: nil)
        if sizes.typesetter.isRightToLeft {
            for index in placed.indices {
                placed[index].bounds.x = area.x + area.right - placed[index].bounds.right
                placed[index].clip.x = area.x + area.right - placed[index].clip.right
            }
        }
        return OverlayDescription(elements: placed)
    }

    private mutating func place(_ element: Element, in area: Area, clip: Area, parent: Int?) {
        var own = element
        if case .box(let box, _) = element.content { own.content = .box(box, []) }
        placed.append(
            PlacedElement(element: own, bounds: area, clip: clip, state: element.state, parent: parent))
        guard case .box(let box, let children) = element.content else { return }
        let index = placed.count - 1
        let inner = area.inset(box.horizontalPadding, box.verticalPadding)
        switch box.axis {
        case .row where becomesColumn(children, box, inner.width):
            placeColumn(children, box, in: inner, clip: clip, parent: index)
        case .row: placeRow(children, box, in: inner, clip: clip, parent: index)
        case .column: placeColumn(children, box, in: inner, clip: clip, parent: index)
        case .grid(let cell): placeGrid(children, box, cell, in: inner, clip: clip, parent: index)
        case .scroll: placeScroll(element.id, children, box, in: area, clip: clip, parent: index)
        }
    }

    // MARK: Rows

    private func gaps(_ count: Int, _ box: Box) -> Double { Double(max(count - 1, 0)) * box.spacing }

    private func fits(_ children: [Element], _ box: Box, _ width: Double) -> Bool {
        children.reduce(gaps(children.count, box)) { $0 + size($1, width: nil).width } <= width
    }

    /// Tells whether a row is a column in a width.
    private func becomesColumn(_ children: [Element], _ box: Box, _ width: Double) -> Bool {
        guard box.wraps || box.stacks, !fits(children, box, width) else { return false }
        return box.wraps || children.reduce(gaps(children.count, box)) { $0 + leastWidth($1) } > width
    }

    /// The children that find room in a row, with their widths.
    private func widths(_ children: [Element], _ box: Box, _ width: Double) -> [(Element, Double)] {
        var kept = children
        func wished() -> Double { kept.reduce(gaps(kept.count, box)) { $0 + size($1, width: nil).width } }
        while kept.contains(where: \.isWhole), wished() > width,
            let lowest = kept.filter(\.isWhole).map(\.rank).min(),
            let place = kept.lastIndex(where: { $0.isWhole && $0.rank == lowest })
        {
            kept.remove(at: place)
        }
        func least() -> Double { kept.reduce(gaps(kept.count, box)) { $0 + leastWidth($1) } }
        while kept.count > 1, wished() > width, least() > width, let lowest = kept.map(\.rank).min(),
            let place = kept.lastIndex(where: { $0.rank == lowest })
        {
            kept.remove(at: place)
        }
        let wishes = kept.map { size($0, width: nil).width }
        let left = width - gaps(kept.count, box) - wishes.reduce(0, +)
        guard left < 0 else {
            let growing = Double(kept.count { $0.grows })
            let share = growing > 0 ? (left / growing).rounded(.down) : 0
            return zip(kept, wishes).map { ($0, $0.grows ? $1 + share : $1) }
        }
        // All give of what they have above the least, in proportion.
        let spare = zip(kept, wishes).map { max($1 - leastWidth($0), 0) }
        let sum = spare.reduce(0, +)
        return kept.indices.map { place in
            let given = sum > 0 ? min(-left / sum, 1) * spare[place] : 0
            return (kept[place], min((wishes[place] - given).rounded(.down), width))
        }
    }

    private mutating func placeRow(
        _ children: [Element], _ box: Box, in area: Area, clip: Area, parent: Int
    ) {
        let row = widths(children, box, area.width)
        let total = row.reduce(gaps(row.count, box)) { $0 + $1.1 }
        var x = area.x + offset(area.width - total, box.alignment)
        for (child, width) in row {
            let height = min(size(child, width: width).height, area.height)
            let y = (area.y + (area.height - height) / 2).rounded(.down)
            place(
                child, in: Area(x: x, y: y, width: width, height: height), clip: clip, parent: parent)
            x += width + box.spacing
        }
    }

    private func offset(_ room: Double, _ alignment: Box.Alignment) -> Double {
        guard room > 0 else { return 0 }
        return switch alignment {
        case .leading: 0
        case .center: (room / 2).rounded(.down)
        case .trailing: room
        }
    }

    // MARK: Columns

    private mutating func placeColumn(
        _ children: [Element], _ box: Box, in area: Area, clip: Area, parent: Int
    ) {
        let kept = heights(children, box, area)
        let used = kept.reduce(gaps(kept.count, box)) { $0 + $1.height }
        let growing = Double(kept.count { $0.element.grows })
        let left = max(area.height - used, 0)
        let share = growing > 0 ? (left / growing).rounded(.down) : 0
        var y = area.y + (growing > 0 ? 0 : offset(left, box.alignment == .center ? .center : .leading))
        for (child, width, own) in kept {
            let height = min(own, area.height) + (child.grows ? share : 0)
            let width = takesWidth(child) ? area.width : min(width, area.width)
            let x = area.x + offset(area.width - width, box.alignment)
            place(
                child, in: Area(x: x, y: y, width: width, height: height), clip: clip, parent: parent)
            y += height + box.spacing
        }
    }

    /// The children that find room in a column, with the widths that they need and the heights that they get.
    private func heights(
        _ children: [Element], _ box: Box, _ area: Area
    ) -> [(element: Element, width: Double, height: Double)] {
        typealias Part = (element: Element, size: Size, least: Double)
        var kept = children.map { child -> Part in
            let size = size(child, width: area.width)
            return (child, size, isElastic(child) ? least(child, size, width: area.width) : size.height)
        }
        func needed(_ height: (Part) -> Double) -> Double {
            kept.reduce(gaps(kept.count, box)) { $0 + height($1) }
        }
        while kept.count > 1, needed(\.size.height) > area.height,
            let place = kept.lastIndex(where: \.element.isWhole)
        {
            kept.remove(at: place)
        }
        while kept.count > 1, needed(\.least) > area.height, let lowest = kept.map(\.element.rank).min(),
            let place = kept.lastIndex(where: { $0.element.rank == lowest })
        {
            kept.remove(at: place)
        }
        // What scrolls gives first; buttons are left out only where that is not enough.
        var heights = kept.map(\.size.height)
        var missing = needed(\.size.height) - area.height
        for isRow in [false, true] {
            for place in kept.indices where missing > 0 && leavesOut(kept[place].element) == isRow {
                let spare = heights[place] - kept[place].least
                let given = isRow ? spare : min(spare, missing)
                heights[place] -= given
                missing -= given
            }
        }
        // What was left out of buttons may be more than was missing.
        for place in kept.indices where missing < 0 && heights[place] < kept[place].size.height {
            guard !leavesOut(kept[place].element) else { continue }
            let given = min(-missing, kept[place].size.height - heights[place])
            heights[place] += given
            missing += given
        }
        return kept.indices.map { (kept[$0].element, kept[$0].size.width, heights[$0]) }
    }

    /// Tells whether an element is of use at less than its height: some of it scrolls, or may be left out.
    private func isElastic(_ element: Element) -> Bool {
        guard case .box(let box, let children) = element.content else { return false }
        return switch box.axis {
        case .scroll: element.grows
        case .row, .column: box.wraps || children.contains(where: isElastic)
        case .grid: false
        }
    }

    /// Tells whether an element that is too low leaves some of it out: buttons that stand below each other.
    private func leavesOut(_ element: Element) -> Bool {
        guard case .box(let box, let children) = element.content else { return false }
        return box.wraps && !children.contains(where: isElastic)
    }

    /// The least height with which all that is pressed is in sight; words have a line.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - size: Its own size in the width.
    ///   - width: The width that there is.
    /// - Returns: The height.
    private func least(_ element: Element, _ size: Size, width: Double) -> Double {
        guard case .box(let box, let children) = element.content, isElastic(element) else {
            return size.height
        }
        let inner = max(width - box.horizontalPadding * 2, 0)
        func least(_ child: Element, _ width: Double) -> Double {
            self.least(child, self.size(child, width: width), width: width)
        }
        let height: Double
        switch box.axis {
        case .scroll: height = sizes.typesetter.lineHeight(.headline)
        case .row where !becomesColumn(children, box, inner):
            height = widths(children, box, inner).map { least($0.0, $0.1) }.max() ?? 0
        case .row where leavesOut(element): height = children.first.map { least($0, inner) } ?? 0
        case .row, .column, .grid:
            let parts = children.filter { !$0.isWhole }
            height = parts.reduce(gaps(parts.count, box)) { $0 + least($1, inner) }
        }
        return min(height + box.verticalPadding * 2, size.height)
    }

    /// The least height of a tree in a width, with which all that is pressed in it is in sight.
    func leastHeight(_ root: Element, width: Double) -> Double {
        least(root, size(root, width: width), width: width)
    }

    /// Tells whether an element takes the whole width of a column.
    private func takesWidth(_ element: Element) -> Bool {
        guard element.width == nil else { return false }
        return switch element.content {
        case .face(let face): sizes.stretches(face)
        case .box(let box, _): box.ground == .none || box.ground == .header || box.axis == .scroll
        }
    }

    // MARK: Grids, and what scrolls

    /// The number of cells in a row, and their width.
    private func cells(_ box: Box, _ cell: Double, _ width: Double) -> (count: Int, width: Double) {
        let count = max(Int((width + box.spacing) / max(cell + box.spacing, 1)), 1)
        return (count, ((width - gaps(count, box)) / Double(count)).rounded(.down))
    }

    private mutating func placeGrid(
        _ children: [Element], _ box: Box, _ cell: Double, in area: Area, clip: Area, parent: Int
    ) {
        let cells = cells(box, cell, area.width)
        var y = area.y
        for start in stride(from: 0, to: children.count, by: cells.count) {
            let row = children[start..<min(start + cells.count, children.count)]
            let height = row.map { size($0, width: cells.width).height }.max() ?? 0
            for (column, child) in row.enumerated() {
                let x = area.x + Double(column) * (cells.width + box.spacing)
                place(
                    child, in: Area(x: x, y: y, width: cells.width, height: height), clip: clip,
                    parent: parent)
            }
            y += height + box.spacing
        }
    }

    private mutating func placeScroll(
        _ id: String, _ children: [Element], _ box: Box, in area: Area, clip: Area, parent: Int
    ) {
        var inside = box
        inside.axis = .column
        let inner = area.inset(box.horizontalPadding, box.verticalPadding)
        let height = children.reduce(gaps(children.count, box)) { $0 + size($1, width: inner.width).height }
        let most = max(height - inner.height, 0)
        let offset = min(max(scrolls[id] ?? 0, 0), most)
        scrolls[id] = offset
        if most > 0, inner.height > 0 {
            let start = offset / height
            placed[parent].sight = start...min(start + inner.height / height, 1)
        }
        let content = Area(
            x: inner.x, y: inner.y - offset, width: inner.width, height: max(height, inner.height))
        inside.alignment = box.alignment == .center ? .leading : box.alignment
        placeColumn(children, inside, in: content, clip: clip.intersection(area), parent: parent)
    }

    // MARK: Sizes

    /// The room that an element takes, as wide as it wishes where there is no width.
    func size(_ element: Element, width: Double?) -> Size {
        // What grows may be wider than its own width.
        let wish = wishedWidth(element)
        let width = element.grows ? width ?? wish : [width, wish].compactMap { $0 }.min()
        switch element.content {
        case .face(let face):
            var size = sizes.size(element, face, width: width)
            if let wish { size.width = element.grows ? width ?? wish : min(wish, width ?? wish) }
            return size
        case .box(let box, let children):
            let padding = (box.horizontalPadding * 2, box.verticalPadding * 2)
            let size = inner(children, box, width: width.map { max($0 - padding.0, 0) })
            return Size(
                width: element.width.map { min($0, width ?? $0) } ?? (size.width + padding.0),
                height: size.height + padding.1)
        }
    }

    /// The element's own width; that of a text is meant for texts of the usual size.
    private func wishedWidth(_ element: Element) -> Double? {
        guard case .face(.label) = element.content else { return element.width }
        return element.width.map { ($0 * sizes.typesetter.textScale).rounded(.up) }
    }

    private func inner(_ children: [Element], _ box: Box, width: Double?) -> Size {
        switch box.axis {
        case .row:
            if let width, !becomesColumn(children, box, width) {
                let row = widths(children, box, width)
                let height = row.map { size($0.0, width: $0.1).height }.max() ?? 0
                return Size(width: row.reduce(gaps(row.count, box)) { $0 + $1.1 }, height: height)
            }
            if width == nil {
                let all = children.map { size($0, width: nil) }
                return Size(
                    width: all.reduce(gaps(all.count, box)) { $0 + $1.width },
                    height: all.map(\.height).max() ?? 0)
            }
            return column(children, box, width: width)
        case .column, .scroll: return column(children, box, width: width)
        case .grid(let cell):
            guard let width else {
                return inner(children, box, width: gaps(3, box) + 3 * cell)
            }
            let cells = cells(box, cell, width)
            let rows = stride(from: 0, to: children.count, by: cells.count).map { start in
                children[start..<min(start + cells.count, children.count)]
                    .map { size($0, width: cells.width).height }.max() ?? 0
            }
            return Size(width: width, height: rows.reduce(gaps(rows.count, box), +))
        }
    }

    private func column(_ children: [Element], _ box: Box, width: Double?) -> Size {
        let all = children.map { size($0, width: width) }
        return Size(
            width: all.map(\.width).max() ?? 0, height: all.reduce(gaps(all.count, box)) { $0 + $1.height })
    }

    /// The least width with which an element is still of use.
    private func leastWidth(_ element: Element) -> Double {
        switch element.content {
        case .face(let face):
            let least = sizes.leastWidth(element, face)
            return wishedWidth(element).map { min($0, least) } ?? least
        case .box(let box, let children):
            let least = children.map { leastWidth($0) }
            let padding = box.horizontalPadding * 2
            if case .row = box.axis, !box.wraps, !box.stacks {
                return least.reduce(gaps(least.count, box), +) + padding
            }
            return (least.max() ?? 0) + padding
        }
    }
}
