/// The moving of rows among their neighbours.
extension OverlayScene {
    /// The rows of a container that can be moved, in order.
    private func rows(beside control: PlacedElement) -> [PlacedElement] {
        description.elements.filter { $0.parent == control.parent && $0.element.isMovable }
    }

    /// The row that a control moves: itself, or the one around it where the control is an item.
    func movableRow(of control: PlacedElement) -> PlacedElement? {
        if control.element.isMovable { return control }
        guard case .face(.item) = control.element.content else { return nil }
        return rowAround(control)
    }

    /// The row of those that can be moved in which a control stands, or that it is.
    func rowAround(_ control: PlacedElement) -> PlacedElement? {
        if control.element.isMovable { return control }
        var parent = control.parent
        while let index = parent {
            let row = description.elements[index]
            if row.element.isMovable { return row }
            parent = row.parent
        }
        return nil
    }

    /// Shows the place to which a held row would come.
    func move(_ control: PlacedElement, to y: Double) {
        hand.moving = control.element.id
        let rows = rows(beside: control)
        let below = rows.first { y < $0.bounds.centerY }
        hand.drop = below.map { ($0.element.id, true) } ?? rows.last.map { ($0.element.id, false) }
        invalidate()
    }

    /// Moves a row, here and by an action; one that stays where it is moves nothing.
    func dropped(_ id: String, _ drop: (id: String, isBefore: Bool)) -> [OverlayAction] {
        guard let control = description.find(id) else { return [] }
        let order = rows(beside: control).map(\.element.id)
        guard let place = order.firstIndex(of: id) else { return [] }
        let next = place + 1 < order.count ? order[place + 1] : nil
        let before = drop.isBefore ? drop.id : nil
        guard before != id, before != next else { return [] }
        root.move(id, before: before)
        return [.moved(id, before: before)]
    }

    /// Moves a row by one place.
    func moved(_ control: PlacedElement, by step: Int) -> [OverlayAction] {
        let order = rows(beside: control).map(\.element.id)
        guard let place = order.firstIndex(of: control.element.id), order.indices.contains(place + step)
        else { return [] }
        let target = step < 0 ? place - 1 : place + 2
        let before = order.indices.contains(target) ? order[target] : nil
        root.move(control.element.id, before: before)
        return [.moved(control.element.id, before: before)]
    }
}

extension Element {
    /// Moves a row before another one, or behind the last one that can be moved, in the container that holds it.
    @discardableResult
    mutating func move(_ id: String, before other: String?) -> Bool {
        guard case .box(let box, var children) = content else { return false }
        if let place = children.firstIndex(where: { $0.id == id }) {
            let row = children.remove(at: place)
            let target = other.flatMap { other in children.firstIndex { $0.id == other } }
            let end = (children.lastIndex { $0.isMovable } ?? children.count - 1) + 1
            children.insert(row, at: target ?? end)
            content = .box(box, children)
            return true
        }
        for index in children.indices where children[index].move(id, before: other) {
            content = .box(box, children)
            return true
        }
        return false
    }
}
