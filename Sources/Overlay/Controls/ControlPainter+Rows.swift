/// The painting of switches, items of lists and menus, and fields.
extension ControlPainter {
    func paintToggle(_ isOn: Bool, _ placed: PlacedElement) {
        paintTouch(placed)
        let inner = placed.bounds.inset(ItemFace.padding, 0)
        let width = ControlSizes.switchWidth
        let isDisabled = placed.state.contains(.disabled)
        let place = part(of: inner, from: inner.width - width, width: width)
        let track = Area(x: place.x, y: inner.centerY - 11, width: width, height: 22)
        canvas.fill(
            track, radius: 11,
            isDisabled ? theme.trough : isOn ? theme.accentGround : theme.text.opacity(0.28))
        if theme.borderWidth > 0 {
            canvas.stroke(track, radius: 11, width: theme.borderWidth, theme.border)
        }
        let isRight = isOn != isMirrored
        let knob = Area(x: isRight ? track.right - 20 : track.x + 2, y: track.y + 2, width: 18, height: 18)
        canvas.fill(
            knob, radius: 9, isDisabled ? theme.disabledText : .white)
        paintEdge(ofKnob: knob)
        writeLines(
            placed.element.name, in: part(of: inner, from: 0, width: inner.width - width - 12),
            by: ink(placed))
    }

    func paintItem(_ item: ItemFace, _ placed: PlacedElement) {
        paintTouch(placed)
        let inner = placed.bounds.inset(ItemFace.padding, 0)
        let shape = ItemShape(placed.element, item, width: placed.bounds.width, typesetter)
        let ink = ink(placed)
        if let icon = item.icon {
            canvas.icon(
                icon, in: part(of: inner, from: 0, width: 20), isMirrored: mirrors(icon), ink)
        }
        if item.opensMore {
            let isOpen = placed.state.contains(.expanded)
            canvas.icon(
                isOpen ? .down : .next, in: part(of: inner, from: shape.arrowEnd - 16, width: 16), size: 16,
                isMirrored: isMirrored,
                color(.secondary))
        }
        if item.isChosen == true {
            canvas.icon(
                .check, in: part(of: inner, from: shape.hookEnd - 20, width: 20), size: 18,
                placed.state.contains(.disabled) ? ink : theme.accent)
        }
        var room = part(of: inner, from: shape.wordsStart, width: shape.wordsWidth)
        let sizes = ControlSizes(theme: theme, typesetter: typesetter)
        if let key = placed.element.key {
            var place = part(of: inner, from: shape.keyEnd - shape.keyWidth, width: shape.keyWidth)
            if shape.isKeyBelow {
                let height = sizes.keyHeight(key, shape)
                room.height -= height
                // As high as it is, with the room around all lines.
                let end = room.bottom - (room.height - sizes.wordsHeight(placed.element, item, shape)) / 2
                place = Area(x: room.x, y: end, width: room.width, height: height)
            }
            writeLines(
                key, .caption, in: place, shape.isKeyBelow ? .leading : .trailing, by: color(.secondary))
        }
        let first = typesetter.height(of: placed.element.name, .body, in: room.width, lines: item.lines)
        let second =
            item.detail.map { typesetter.height(of: $0, .caption, in: room.width, lines: item.lines) } ?? 0
        var lines = Area(
            x: room.x, y: room.y + (room.height - first - second) / 2, width: room.width, height: first)
        write(placed.element.name, .body, in: lines, lines: item.lines, ellipsis: .middle, by: ink)
        guard let detail = item.detail else { return }
        lines = Area(x: room.x, y: lines.bottom, width: room.width, height: second)
        write(
            detail, .caption, in: lines, lines: item.lines,
            by: placed.state.contains(.disabled) ? ink : color(.secondary))
    }

    func paintField(_ text: String, _ placeholder: String, _ icon: Icon, _ placed: PlacedElement) {
        let shape = shape(placed)
        canvas.fill(shape.area, radius: shape.radius, theme.trough)
        canvas.stroke(shape.area, radius: shape.radius, width: 1, theme.border)
        let inner = shape.area.inset(10, 0)
        canvas.icon(icon, in: part(of: inner, from: 0, width: 16), size: 16, color(.secondary))
        let room = part(of: inner, from: 26, width: max(inner.width - 26, 0))
        if let editing = placed.editing {
            paintText(editing, in: room, placed)
        } else if text.isEmpty {
            writeLines(placeholder, in: room, by: color(.secondary))
        } else {
            write(text, in: room, by: ink(placed))
        }
    }

    /// Paints a text that may be longer than its room, with what is selected and the caret, which stays in sight.
    func paintText(_ editing: TextEditing, in room: Area, _ placed: PlacedElement, _ style: TextStyle = .body)
    {
        let layout = typesetter.layout(editing.text, style: style)
        func place(_ characters: Int) -> Double {
            layout.caret(before: editing.text.prefix(characters).utf8.count)
        }
        let isShown = placed.editing != nil
        let origin = TextEditing.origin(
            of: layout, in: room, caret: isShown ? place(editing.caret) : nil, isMirrored: isMirrored)
        canvas.clipped(to: room.inset(-2, 0)) {
            let line = Area(x: 0, y: room.centerY - layout.height / 2, width: 0, height: layout.height)
            if isShown, editing.anchor != editing.caret {
                let ends = [place(editing.anchor), place(editing.caret)].sorted()
                let marked = Area(
                    x: origin + ends[0], y: line.y, width: ends[1] - ends[0], height: line.height)
                canvas.fill(marked, radius: 2, theme.accent.opacity(0.55))
            }
            canvas.text(layout, x: origin, y: line.y, ink(placed))
            if isShown {
                canvas.fill(
                    Area(x: origin + place(editing.caret) - 0.5, y: line.y, width: 1.5, height: line.height),
                    theme.text)
            }
        }
    }
}

extension TextEditing {
    /// The left edge of a text in its room, so that its caret is in sight.
    static func origin(of layout: TextLayout, in room: Area, caret: Double?, isMirrored: Bool) -> Double {
        let start = isMirrored ? room.right - layout.width : room.x
        guard let caret, layout.width > room.width else { return start }
        let (least, most) = (room.x - caret, room.right - caret - 1)
        return min(max(start, least), most)
    }
}
