/// The effects of keys.
extension OverlayScene {
    /// The element to which keys go; nil while they are the program's.
    public var focusedElement: PlacedElement? { focus.id.flatMap { description.find($0) } }

    /// True while a field has a text that Return has not made whole; what is searched for is heard letter by letter.
    public var hasDraft: Bool { focus.hasDraft && focusedElement?.isSearch != true }

    /// Takes the keyboard's focus away from a field, and forgets what is typed in it; elsewhere the focus stays.
    public func giveTypingUp() { if focus.editing != nil { setFocus(nil) } }

    /// Gives the keyboard's focus to an element, or takes it away.
    ///
    /// - Parameters:
    ///   - id: Its name; nil to take the focus away.
    ///   - isShown: True where the focus is seen.
    public func setFocus(_ id: String?, isShown: Bool = true) {
        focus = Focus(id: id, isShown: isShown && id != nil)
        invalidate()
        guard let control = focusedElement else {
            focus = Focus()
            return
        }
        if case .face(.field(let text, _, _)) = control.element.content {
            focus.editing = TextEditing(text: text, caret: text.count, anchor: 0)
        }
        bringIntoSight(control)
        invalidate()
    }

    /// Ends what is typed, as a press elsewhere does, and takes the keyboard's focus away.
    ///
    /// - Returns: The news for the program: a slider's number that was typed, a field that is left.
    public func leaveFocus() -> [OverlayAction] {
        let actions = leaveEditing(unless: nil)
        setFocus(nil)
        return actions
    }

    func press(_ key: OverlayKey, _ modifiers: OverlayModifiers, _ input: OverlayInput) -> [OverlayAction] {
        tooltip = nil
        if let id = focus.id, description.find(id) == nil { focus = Focus() }
        if key == .tab {
            let left = leaveEditing(unless: nil)
            return left + (moveFocus(modifiers.contains(.shift) ? -1 : 1) ? [] : [.unused(input)])
        }
        guard let control = focusedElement else { return [.unused(input)] }
        if focus.editing != nil { return edit(key, modifiers, control, input) }
        if modifiers.contains(.control), key == .up || key == .down, focus.isShown,
            let row = movableRow(of: control)
        {
            defer { if let control = focusedElement { bringIntoSight(control) } }
            return moved(row, by: key == .up ? -1 : 1)
        }
        if key == .menu, focus.isShown {
            let bounds = control.bounds
            return [.menuAsked(control.element.id, x: bounds.centerX, y: bounds.centerY)]
        }
        if case .face(.slider(let slider)) = control.element.content,
            let value = moved(slider, by: key)
        {
            guard !control.state.contains(.disabled) else { return [] }
            focus.isShown = true
            invalidate()
            let changed = slider.setting(value)
            return changed.value == slider.value ? [] : set(control.element.id, changed, isFinal: true)
        }
        guard focus.isShown else { return [.unused(input)] }
        switch key {
        case .enter, .space:
            guard !control.state.contains(.disabled) else { return [] }
            if case .face(.slider(let slider)) = control.element.content, key == .enter {
                type(slider.text.filter(\.isNumberSign), in: control)
                return []
            }
            return activate(control)
        case .up, .down, .left, .right:
            if key == .up || key == .down {
                let isMoved = moveFocus(key == .up ? .up : .down, from: control)
                if isMoved || description.isInGrid(control) { return [] }
            }
            let isBack = key == .up || key == (typesetter.isRightToLeft ? .right : .left)
            moveFocus(isBack ? -1 : 1, within: control.parent)
            return []
        case .home, .end:
            moveFocus(key == .home ? -1000 : 1000, within: control.parent)
            return []
        default: return [.unused(input)]
        }
    }

    /// The number to which a key moves a slider; nil for other keys.
    private func moved(_ slider: SliderValue, by key: OverlayKey) -> Double? {
        let isMirrored = typesetter.isRightToLeft
        switch key {
        case .right: return slider.stepped(by: isMirrored ? -1 : 1)
        case .left: return slider.stepped(by: isMirrored ? 1 : -1)
        case .up: return slider.stepped(by: 1)
        case .down: return slider.stepped(by: -1)
        case .pageUp: return slider.stepped(by: 10)
        case .pageDown: return slider.stepped(by: -10)
        case .home: return slider.range.lowerBound
        case .end: return slider.range.upperBound
        default: return nil
        }
    }

    func typed(_ text: String, _ input: OverlayInput) -> [OverlayAction] {
        guard let control = focusedElement else { return [.unused(input)] }
        if focus.editing != nil { return insert(text, control) }
        if control.isSlider, !control.state.contains(.disabled), !text.isEmpty,
            text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "-" })
        {
            type(text, in: control, selectsAll: false)
            return []
        }
        if text == " ", focus.isShown { return press(.space, [], input) }
        return [.unused(input)]
    }

    /// Presses a control, as assistive programs do.
    ///
    /// - Parameter id: Its name.
    /// - Returns: The news for the program; none where it cannot be used.
    public func activate(_ id: String) -> [OverlayAction] {
        guard let control = description.find(id), !control.state.contains(.disabled) else { return [] }
        return activate(control)
    }

    /// Sets the number of a slider, as assistive programs do.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - value: The number; one outside of the range becomes the nearest.
    /// - Returns: The news for the program; none where nothing changed.
    public func set(_ id: String, to value: Double) -> [OverlayAction] {
        guard let control = description.find(id), !control.state.contains(.disabled),
            case .face(.slider(let slider)) = control.element.content
        else { return [] }
        let changed = slider.setting(value)
        return changed.value == slider.value ? [] : set(id, changed, isFinal: true)
    }

    /// Presses a control.
    func activate(_ control: PlacedElement) -> [OverlayAction] {
        let id = control.element.id
        guard case .face(let face) = control.element.content else { return [] }
        switch face {
        case .toggle(let isOn):
            root.update(id) { $0.content = .face(.toggle(!isOn)) }
            return [.toggled(id, !isOn)]
        case .field(let text, _, _):
            if focus.editing == nil { focus.editing = TextEditing(text: text, caret: text.count, anchor: 0) }
            invalidate()
            return []
        case .slider: return []
        default: return [.activated(id)]
        }
    }

    /// Sets a slider, here and by an action.
    func set(_ id: String, _ slider: SliderValue, isFinal: Bool) -> [OverlayAction] {
        root.update(id) { $0.content = .face(.slider(slider)) }
        return [.changed(id, slider.value, isFinal: isFinal)]
    }

    /// Moves the focus to the next control.
    ///
    /// - Parameters:
    ///   - step: 1 to the next one, −1 to the one before.
    ///   - container: The container that it stays in; nil for all, around their ends.
    /// - Returns: False where there is no control.
    @discardableResult
    private func moveFocus(_ step: Int, within container: Int? = nil) -> Bool {
        let description = description
        let order = description.elements.filter { placed in
            placed.element.isControl && (container == nil || placed.parent == container)
        }.map(\.element.id)
        guard !order.isEmpty else { return false }
        let place = focus.id.flatMap { order.firstIndex(of: $0) }
        var next = place.map { $0 + step } ?? (step > 0 ? 0 : order.count - 1)
        if container == nil {
            next = (next + order.count) % order.count
        } else {
            next = min(max(next, 0), order.count - 1)
        }
        setFocus(order[next])
        return true
    }

    /// A direction across the order in which one reads.
    enum Way { case up, down }

    /// Moves the focus to the nearest control above or below, wherever that is: first within what scrolls, then beside it.
    ///
    /// Rows that can be moved come one after the other, whatever is unfolded in them; a slider in one would keep the arrows.
    ///
    /// - Returns: False where there is none.
    @discardableResult
    func moveFocus(_ way: Way, from control: PlacedElement) -> Bool {
        let (description, own) = (description, control.bounds)
        let row = rowAround(control)
        if let next = row.flatMap({ neighbour(of: $0, way) }), let target = firstLine(of: next, nearest: own)
        {
            setFocus(target.element.id)
            return true
        }
        let scroll = description.scroll(around: control)
        let others = description.elements.filter { placed in
            guard placed.element.isControl,
                way == .down ? placed.bounds.y >= own.bottom - 0.5 : placed.bounds.bottom <= own.y + 0.5
            else { return false }
            guard let other = rowAround(placed) else { return true }
            return other.element.id != row?.element.id && !placed.isSlider
        }
        let beside = others.filter { description.scroll(around: $0) == scroll }
        // What is scrolled away from beside a field is not next to it.
        let candidates = beside.isEmpty ? others.filter { !$0.visible.isEmpty } : beside
        func distance(_ other: PlacedElement) -> (Double, Double) {
            (abs(other.bounds.centerY - own.centerY), abs(other.bounds.centerX - own.centerX))
        }
        guard let next = candidates.min(by: { distance($0) < distance($1) }) else { return false }
        setFocus(next.element.id)
        return true
    }

    /// The row of those that can be moved next to another one; nil at the ends.
    private func neighbour(of row: PlacedElement, _ way: Way) -> PlacedElement? {
        let rows = description.elements.filter { $0.parent == row.parent && $0.element.isMovable }
        guard let place = rows.firstIndex(where: { $0.element.id == row.element.id }) else { return nil }
        let next = place + (way == .down ? 1 : -1)
        return rows.indices.contains(next) ? rows[next] : nil
    }

    /// The control of a row's first line that is nearest to a place across.
    private func firstLine(of row: PlacedElement, nearest place: Area) -> PlacedElement? {
        let controls = description.elements.filter {
            $0.element.isControl && rowAround($0)?.element.id == row.element.id
        }
        guard let first = controls.first else { return nil }
        return controls.filter { $0.bounds.y < first.bounds.bottom }
            .min { abs($0.bounds.centerX - place.centerX) < abs($1.bounds.centerX - place.centerX) }
    }

    /// Moves what scrolls around a control, so that all of it is in sight.
    private func bringIntoSight(_ control: PlacedElement) {
        var (parent, elements) = (control.parent, description.elements)
        while let index = parent {
            let container = elements[index]
            parent = container.parent
            guard container.isScrolled else { continue }
            let sight = container.bounds.inset(0, ControlPainter.reach)
            var offset = scrolls[container.element.id] ?? 0
            if control.bounds.bottom > sight.bottom { offset += control.bounds.bottom - sight.bottom }
            if control.bounds.y < sight.y { offset -= sight.y - control.bounds.y }
            scrolls[container.element.id] = offset
            invalidate()
            elements = description.elements
        }
    }
}

extension Character {
    /// True for what stands in a number.
    var isNumberSign: Bool { isASCII && isNumber || self == "." || self == "-" || self == "−" }
}
