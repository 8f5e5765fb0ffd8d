/// The painter of what is placed: grounds, controls and the ring of the focus.
struct ControlPainter {
    let canvas: OverlayCanvas
    let theme: Theme
    let typesetter: Typesetter
    /// The ground on which it is painted.
    var ground: Box.Ground = .none

    var isMirrored: Bool { typesetter.isRightToLeft }

    /// The distance from a control's edges that its ring and shadows may take.
    static let reach = 4.0

    /// Paints one element, without those inside.
    func paint(_ placed: PlacedElement) {
        switch placed.element.content {
        case .box(let box, _): paintGround(box, placed)
        case .face(let face): paint(face, placed)
        }
        if !placed.state.isDisjoint(with: [.dropBefore, .dropAfter]) {
            let y = placed.state.contains(.dropBefore) ? placed.bounds.y - 1 : placed.bounds.bottom - 1
            canvas.fill(
                Area(x: placed.bounds.x, y: y, width: placed.bounds.width, height: 2), theme.accent)
        }
        if placed.state.contains([.focused, .focusShown]) {
            let shape = shape(placed)
            paintRing(shape.area, radius: shape.radius)
        }
    }

    private func paint(_ face: Face, _ placed: PlacedElement) {
        switch face {
        case .label(let label): paintLabel(label, placed)
        case .icon(let icon, let isOn): paintIcon(icon, isOn: isOn, placed)
        case .shutter(let shutter): paintShutter(shutter, placed)
        case .button(let isSuggested): paintButton(isSuggested: isSuggested, placed)
        case .slider(let slider): paintSlider(slider, placed)
        case .toggle(let isOn): paintToggle(isOn, placed)
        case .item(let item): paintItem(item, placed)
        case .field(let text, let placeholder, let icon): paintField(text, placeholder, icon, placed)
        case .thumbnail(let picture, let isChosen): paintThumbnail(picture, isChosen: isChosen, placed)
        case .progress(let part): paintProgress(part, placed)
        case .countdown(let seconds, let left): paintCountdown(seconds, left: left, placed)
        case .recording(let time, let sign): paintRecording(time, sign, placed)
        case .graph(let numbers, let range): paintGraph(numbers, range: range, placed)
        case .symbol(let icon, let tone):
            canvas.icon(
                icon, in: placed.bounds, size: placed.bounds.width - 4, isMirrored: mirrors(icon),
                tone == .alarm ? theme.alarmDot : color(tone))
        case .separator:
            let (area, y) = (placed.bounds, placed.bounds.centerY - 0.5)
            canvas.fill(Area(x: area.x, y: y, width: area.width, height: 1), theme.border)
        case .spacer: break
        }
    }

    private func paintGround(_ box: Box, _ placed: PlacedElement) {
        let (area, radius) = (placed.bounds, theme.measures.cornerRadius)
        switch box.ground {
        case .none: break
        case .header: canvas.fill(area, theme.scrim)
        case .pill: canvas.fill(area, radius: pillRadius(area), theme.scrim)
        case .densePill: canvas.fill(area, radius: pillRadius(area), theme.denseScrim)
        case .card, .opaqueCard:
            canvas.fill(
                area, radius: radius, box.ground == .card ? theme.denseScrim : theme.opaqueScrim)
            canvas.stroke(area, radius: radius, width: 1, theme.border)
        }
        if theme.borderWidth > 0 {
            switch box.ground {
            case .header: canvas.stroke(area, width: theme.borderWidth, theme.border)
            case .pill, .densePill:
                canvas.stroke(area, radius: pillRadius(area), width: theme.borderWidth, theme.border)
            case .none, .card, .opaqueCard: break
            }
        }
        if let bar = ScrollBar(placed, isMirrored: isMirrored) {
            let isHeld = !placed.state.isDisjoint(with: [.hovered, .pressed])
            let thumb = bar.drawn(isHeld: isHeld, isMirrored: isMirrored)
            canvas.fill(thumb, radius: thumb.width / 2, theme.text.opacity(isHeld ? 0.8 : 0.55))
        }
    }

    /// The radius of round ends; of a mark with several lines that of corners.
    private func pillRadius(_ area: Area) -> Double {
        area.height > theme.measures.bar ? theme.measures.cornerRadius : area.height / 2
    }

    /// Paints the line around a knob, which is white on any ground.
    func paintEdge(ofKnob area: Area) {
        canvas.stroke(area, radius: area.width / 2, width: 1, PaintColor.black.opacity(0.7))
    }

    /// Paints the ring around what has the keyboard's focus: the accent, outside of a thin line that is seen on any ground.
    func paintRing(_ area: Area, radius: Double) {
        let width = theme.measures.focusRing
        canvas.stroke(area.inset(-1, -1), radius: radius + 1, width: 1, theme.ringContrast)
        canvas.stroke(
            area.inset(-1 - width, -1 - width), radius: radius + 1 + width, width: width, theme.accent)
    }

    /// The part of a control that is painted as one: its ground while it is pointed at, and its ring.
    func shape(_ placed: PlacedElement) -> (area: Area, radius: Double) {
        let (bounds, small) = (placed.bounds, theme.measures.smallRadius)
        guard case .face(let face) = placed.element.content else { return (bounds, small) }
        switch face {
        case .icon: return (bounds.centered(theme.measures.target - 4), theme.measures.target / 2 - 2)
        case .shutter: return (bounds.centered(theme.measures.shutter), theme.measures.shutter / 2)
        case .button:
            // Round ends are for one line.
            let line = max(theme.measures.target - 4, typesetter.textSize * 1.4 + 20)
            return (bounds.inset(0, 2), min(bounds.height - 4, line) / 2)
        case .thumbnail: return (picture(of: placed), small)
        case .field: return (bounds.inset(0, 2), small)
        default: return (bounds, small)
        }
    }

    /// Paints the ground of what is pointed at or pressed.
    ///
    /// - Parameters:
    ///   - placed: The control.
    ///   - isOnAccent: True where its ground is the accent, which is then moved away from the colour of the text on it.
    func paintTouch(_ placed: PlacedElement, isOnAccent: Bool = false) {
        guard !placed.state.contains(.disabled) else { return }
        let shape = shape(placed)
        let away: PaintColor = theme.onAccent == .white ? .black : .white
        if placed.state.contains(.pressed) {
            let color = isOnAccent ? away.opacity(0.24) : theme.pressed
            canvas.fill(shape.area, radius: shape.radius, color)
        } else if placed.state.contains(.hovered) || placed.state.contains(.expanded) {
            let color = isOnAccent ? away.opacity(0.12) : theme.hover
            canvas.fill(shape.area, radius: shape.radius, color)
        }
    }

    /// The colour of a control's words and symbols.
    func ink(_ placed: PlacedElement) -> PaintColor {
        placed.state.contains(.disabled) ? theme.disabledText : theme.text
    }

    /// The colour of a weight; on the thin scrim there is one only, since no weaker one could be read.
    func color(_ tone: Face.Tone) -> PaintColor {
        switch tone {
        case .plain: theme.text
        case .secondary:
            switch ground {
            case .card, .opaqueCard, .densePill: theme.secondaryText
            case .none, .header, .pill: theme.text
            }
        case .alarm: theme.alarmText
        }
    }

    /// Tells whether a symbol points along the lines of text, which here run from right to left.
    func mirrors(_ icon: Icon) -> Bool { isMirrored && icon.followsReading }

    /// A part of a rectangle, counted from the side where lines of text begin.
    func part(of bounds: Area, from start: Double, width: Double) -> Area {
        Area(
            x: isMirrored ? bounds.right - start - width : bounds.x + start, y: bounds.y, width: width,
            height: bounds.height)
    }

    /// Writes one line in the middle of a rectangle's height.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - style: Its look.
    ///   - area: The rectangle.
    ///   - alignment: The side.
    ///   - ellipsis: The place where it is left out what does not fit.
    ///   - color: The colour.
    /// - Returns: The width that it took.
    @discardableResult
    func write(
        _ text: String, _ style: TextStyle = .body, in area: Area, _ alignment: Box.Alignment = .leading,
        ellipsis: Ellipsis = .end, by color: PaintColor
    ) -> Double {
        guard area.width >= 1, !text.isEmpty else { return 0 }
        var layout = typesetter.layout(text, style: style)
        if layout.width > area.width {
            layout = typesetter.layout(text, style: style, width: area.width, ellipsis: ellipsis)
        }
        let isLeft = (alignment == .leading) != isMirrored
        let x =
            alignment == .center
            ? area.centerX - layout.width / 2 : isLeft ? area.x : area.right - layout.width
        canvas.text(layout, x: x, y: area.centerY - layout.height / 2, color)
        return layout.width
    }

    /// Writes lines from the top of a rectangle; one line in the middle of its height.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - style: Its look.
    ///   - area: The rectangle.
    ///   - lines: The most lines.
    ///   - ellipsis: The place where one line leaves out what does not fit; several leave out the end.
    ///   - color: The colour.
    func write(
        _ text: String, _ style: TextStyle, in area: Area, lines: Int, ellipsis: Ellipsis = .end,
        by color: PaintColor
    ) {
        guard lines > 1 else {
            write(text, style, in: area, ellipsis: ellipsis, by: color)
            return
        }
        guard area.width >= 1, !text.isEmpty else { return }
        let layout = typesetter.layout(text, style: style, width: area.width, lines: lines)
        canvas.text(layout, x: isMirrored ? area.right - layout.width : area.x, y: area.y, color)
    }

    /// Writes as many lines as a text needs in the middle of a rectangle's height.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - style: Its look.
    ///   - area: The rectangle.
    ///   - alignment: The side.
    ///   - color: The colour.
    func writeLines(
        _ text: String, _ style: TextStyle = .body, in area: Area, _ alignment: Box.Alignment = .leading,
        by color: PaintColor
    ) {
        guard area.width >= 1, !text.isEmpty else { return }
        guard typesetter.layout(text, style: style).width > area.width else {
            write(text, style, in: area, alignment, by: color)
            return
        }
        let layout = typesetter.layout(
            text, style: style, width: area.width, lines: LabelFace.allLines,
            isCentered: alignment == .center)
        // Lines stand in the width of the area; only what is not aligned there itself is moved to its other side.
        let isMoved = alignment == .trailing && !isMirrored
        let x = isMoved ? area.right - layout.width : area.x + layout.lines.x
        canvas.text(layout, x: x, y: area.centerY - layout.height / 2, color)
    }

    private func paintLabel(_ label: LabelFace, _ placed: PlacedElement) {
        let bounds = placed.bounds
        guard label.lines > 1 else {
            write(
                placed.element.name, label.style, in: bounds, label.isCentered ? .center : .leading,
                ellipsis: label.ellipsis, by: color(label.tone))
            return
        }
        func layout(_ lines: Int) -> TextLayout {
            typesetter.layout(
                placed.element.name, style: label.style, width: max(bounds.width, 1), lines: lines,
                ellipsis: label.ellipsis, isCentered: label.isCentered)
        }
        // Where there is no room for all lines the last one that fits ends with the ellipsis.
        let lines = (1...label.lines).last { layout($0).height <= bounds.height + 1 } ?? 1
        let layout = layout(lines)
        let x =
            label.isCentered
            ? bounds.centerX - layout.width / 2 : isMirrored ? bounds.right - layout.width : bounds.x
        canvas.text(layout, x: x, y: bounds.y, color(label.tone))
    }
}
