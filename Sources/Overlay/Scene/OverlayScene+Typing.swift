internal import LinuxIO

/// The typing of texts in fields, and of sliders' numbers.
extension OverlayScene {
    /// The most characters of a field.
    private static let mostCharacters = 200

    /// The element and the room in which a text is typed, by the painter's places.
    private func room(_ control: PlacedElement) -> Area {
        let inner = control.bounds.inset(10, 2)
        let isMirrored = typesetter.isRightToLeft
        return Area(
            x: isMirrored ? inner.x : inner.x + 26, y: inner.y, width: max(inner.width - 26, 0),
            height: inner.height)
    }

    /// The number of characters before the one that is nearest to a point.
    private func characters(_ control: PlacedElement, _ editing: TextEditing, at x: Double) -> Int {
        let layout = typesetter.layout(editing.text)
        let caret = layout.caret(before: editing.text.prefix(editing.caret).utf8.count)
        let origin = TextEditing.origin(
            of: layout, in: room(control), caret: caret, isMirrored: typesetter.isRightToLeft)
        let found = layout.byte(at: x - origin)
        let bytes = editing.text.utf8.prefix(found.index)
        return min(String(Substring(bytes)).count + found.trailing, editing.text.count)
    }

    func beginEditing(_ control: PlacedElement, text: String, at x: Double) {
        var editing = focus.editing ?? TextEditing(text: text, caret: 0, anchor: 0)
        editing.caret = characters(control, editing, at: x)
        editing.anchor = editing.caret
        focus.editing = editing
        invalidate()
    }

    func select(_ control: PlacedElement, to x: Double) {
        guard var editing = focus.editing else { return }
        editing.caret = characters(control, editing, at: x)
        focus.editing = editing
        invalidate()
    }

    /// Begins to type a slider's number.
    func type(_ text: String, in control: PlacedElement, selectsAll: Bool = true) {
        focus.editing = TextEditing(text: text, caret: text.count, anchor: selectsAll ? 0 : text.count)
        focus.isShown = true
        invalidate()
    }

    /// Ends what is typed, unless it is in the element of that name; a slider's number is set, a field's text is told.
    func leaveEditing(unless id: String?) -> [OverlayAction] {
        guard let editing = focus.editing, let own = focus.id, own != id else { return [] }
        let hasDraft = focus.hasDraft
        (focus.editing, focus.hasDraft) = (nil, false)
        invalidate()
        guard let control = description.find(own) else { return [] }
        return hasDraft ? [.left(own, editing.text)] : taken(editing, control)
    }

    /// Takes a number that was typed; words that are none leave the slider as it is.
    private func taken(_ editing: TextEditing, _ control: PlacedElement) -> [OverlayAction] {
        guard case .face(.slider(let slider)) = control.element.content,
            let number = SliderValue.number(editing.text)
        else { return [] }
        let changed = slider.setting(number)
        return changed.value == slider.value ? [] : set(control.element.id, changed, isFinal: true)
    }

    func insert(_ text: String, _ control: PlacedElement) -> [OverlayAction] {
        guard var editing = focus.editing else { return [] }
        let taken = control.isSlider ? text.filter { $0.isNumberSign || $0 == "," } : text.withoutControls
        guard !taken.isEmpty else { return [] }
        editing.replace(by: String(taken.prefix(max(Self.mostCharacters - editing.text.count, 0))))
        return keep(editing, control)
    }

    private func keep(_ editing: TextEditing, _ control: PlacedElement) -> [OverlayAction] {
        let old = focus.editing
        focus.editing = editing
        invalidate()
        let id = control.element.id
        guard old?.text != editing.text,
            case .face(.field(_, let placeholder, let icon)) = control.element.content
        else { return [] }
        root.update(id) {
            $0.content = .face(.field(text: editing.text, placeholder: placeholder, icon: icon))
        }
        focus.hasDraft = true
        return [.edited(id, editing.text)]
    }

    func edit(
        _ key: OverlayKey, _ modifiers: OverlayModifiers, _ control: PlacedElement, _ input: OverlayInput
    ) -> [OverlayAction] {
        guard var editing = focus.editing else { return [] }
        switch key {
        case .escape where control.isSearch && !editing.text.isEmpty:
            // What was searched for goes before the search does.
            editing = TextEditing(text: "", caret: 0, anchor: 0)
        case .escape:
            focus.editing = nil
            if !control.isSlider { focus = Focus() }
            invalidate()
            return control.isSlider ? [] : [.cancelled(control.element.id)]
        case .enter:
            if control.isSlider {
                focus.editing = nil
                invalidate()
                return taken(editing, control)
            }
            focus.hasDraft = false
            return [.submitted(control.element.id, editing.text)]
        case .down where !control.isSlider:
            let left: [OverlayAction] = focus.hasDraft ? [.left(control.element.id, editing.text)] : []
            return moveFocus(.down, from: control) ? left : [.unused(input)]
        case .up, .down, .pageUp, .pageDown, .menu, .tab: return [.unused(input)]
        case .space: return insert(" ", control)
        case .selectAll: (editing.anchor, editing.caret) = (0, editing.text.count)
        case .backspace: editing.erase(-1)
        case .delete: editing.erase(1)
        case .left, .right, .home, .end:
            let isBack = key == .left || key == .home
            let isForward = (key == .left) == typesetter.isRightToLeft
            let step = isForward ? 1 : -1
            let end = isBack ? 0 : editing.text.count
            editing.move(
                to: key == .home || key == .end
                    ? end : modifiers.contains(.control) ? editing.word(step) : editing.caret + step,
                selects: modifiers.contains(.shift))
        }
        return keep(editing, control)
    }
}

extension TextEditing {
    /// The characters that are selected.
    var selected: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

    /// Puts a text in the place of what is selected.
    mutating func replace(by new: String) {
        let range = selected
        text = String(text.prefix(range.lowerBound)) + new + String(text.dropFirst(range.upperBound))
        // Two characters may have become one, such as a letter and its accent.
        caret = min(range.lowerBound + new.count, text.count)
        anchor = caret
    }

    /// Takes away what is selected, or the character beside the caret.
    mutating func erase(_ step: Int) {
        if selected.isEmpty { anchor = min(max(caret + step, 0), text.count) }
        replace(by: "")
    }

    /// Moves the caret.
    mutating func move(to place: Int, selects: Bool) {
        caret = min(max(place, 0), text.count)
        if !selects { anchor = caret }
    }

    /// The place of the next word's end, or of the beginning of the one before.
    func word(_ step: Int) -> Int {
        let characters = Array(text)
        var place = caret
        func isBeyond() -> Bool { step > 0 ? place >= characters.count : place <= 0 }
        func next() -> Character { characters[step > 0 ? place : place - 1] }
        while !isBeyond(), next() == " " { place += step }
        while !isBeyond(), next() != " " { place += step }
        return place
    }
}
