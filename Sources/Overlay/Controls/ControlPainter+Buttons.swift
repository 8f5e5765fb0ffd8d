/// The painting of buttons.
extension ControlPainter {
    func paintIcon(_ icon: Icon, isOn: Bool, _ placed: PlacedElement) {
        if isOn {
            let shape = shape(placed)
            canvas.fill(shape.area, radius: shape.radius, theme.accentGround)
            // The picture may have the accent's own brightness.
            canvas.stroke(shape.area, radius: shape.radius, width: 1.5, ink(placed))
        }
        paintTouch(placed, isOnAccent: isOn)
        let color = isOn ? theme.onAccent : ink(placed)
        canvas.icon(
            icon, in: placed.bounds, size: theme.measures.icon, isMirrored: mirrors(icon), color)
    }

    func paintShutter(_ face: ShutterFace, _ placed: PlacedElement) {
        // The ring of the focus stands apart from the shutter's own.
        let isFocused = placed.state.contains(.focusShown)
        let circle = placed.bounds.centered(theme.measures.shutter - (isFocused ? 8 : 0))
        let ink = ink(placed)
        canvas.stroke(circle, radius: circle.width / 2, width: 3, ink)
        let isPressed = placed.state.contains(.pressed)
        let isHovered = placed.state.contains(.hovered)
        // What is pointed at has no gap between ring and disc.
        let disc = circle.centered(circle.width - (isPressed ? 18 : isHovered ? 6 : 12))
        guard face != .stop else {
            let square = circle.centered(circle.width - (isPressed ? 32 : isHovered ? 26 : 28))
            canvas.fill(square, radius: 4, ink)
            return
        }
        canvas.fill(disc, radius: disc.width / 2, ink)
        // Red alone would not be told from some pictures.
        switch face {
        case .photograph, .stop: break
        case .record: canvas.fill(disc.inset(7, 7), radius: disc.width / 2 - 7, theme.alarm)
        case .recording: canvas.fill(disc.inset(10, 10), radius: 4, theme.alarm)
        }
    }

    func paintButton(isSuggested: Bool, _ placed: PlacedElement) {
        let shape = shape(placed)
        canvas.fill(shape.area, radius: shape.radius, isSuggested ? theme.accentGround : theme.trough)
        if theme.borderWidth > 0 {
            canvas.stroke(shape.area, radius: shape.radius, width: theme.borderWidth, theme.border)
        }
        paintTouch(placed, isOnAccent: isSuggested)
        let color = isSuggested && !placed.state.contains(.disabled) ? theme.onAccent : ink(placed)
        writeLines(placed.element.name, .title, in: shape.area.inset(12, 0), .center, by: color)
    }

    /// The place of a thumbnail's picture: all of it, or what stands above its name.
    func picture(of placed: PlacedElement) -> Area {
        let bounds = placed.bounds
        guard bounds.width > theme.measures.target else { return bounds.inset(2, 2) }
        let ratio = theme.measures.thumbnail.height / theme.measures.thumbnail.width
        return Area(x: bounds.x, y: bounds.y, width: bounds.width, height: (bounds.width * ratio).rounded())
    }

    func paintThumbnail(_ picture: Thumbnail?, isChosen: Bool, _ placed: PlacedElement) {
        let (area, radius) = (self.picture(of: placed), theme.measures.smallRadius)
        canvas.fill(area, radius: radius, theme.trough)
        if let picture { canvas.picture(picture, in: area, radius: radius) }
        if placed.state.contains(.hovered) {
            canvas.stroke(area, radius: radius, width: 1, theme.text.opacity(0.7))
        }
        if isChosen {
            canvas.stroke(area, radius: radius, width: 3, theme.accent)
            let badge = Area(
                x: isMirrored ? area.x + 6 : area.right - 24, y: area.y + 6, width: 18, height: 18)
            canvas.fill(badge, radius: 9, theme.accentGround)
            canvas.icon(.check, in: badge, size: 12, theme.onAccent)
        }
        guard placed.bounds.height > area.height + 4 else { return }
        let name = Area(
            x: area.x, y: area.bottom + 2, width: area.width, height: placed.bounds.bottom - area.bottom - 2)
        // Of neighbours with names of several lines those with one stand right below their pictures, too.
        let height = typesetter.height(
            of: placed.element.name, .caption, in: name.width, isCentered: true)
        writeLines(
            placed.element.name, .caption,
            in: Area(x: name.x, y: name.y, width: name.width, height: min(height, name.height)), .center,
            by: color(.plain))
    }
}
