internal import Logging
internal import Overlay
internal import WaylandClient

/// The keys of an overlay, and the keyboard's focus in its guests.
extension LiveViewOverlay {
    /// Gives the keyboard's focus to an element of a guest, or takes it from all.
    func focus(_ element: PlacedElement?, in guest: Guest) {
        guest.scene.setFocus(element?.element.id)
        guest.redraw()
        tellFocus(in: guest)
    }

    /// Tells the log of the element to which keys go, and of its middle on the window.
    private func tellFocus(in guest: Guest) {
        guard logger.logLevel <= .debug, let focused = guest.scene.focusedElement,
            let area = guest.onWindow(focused.visible)
        else { return }
        logger.debug("keys go to \(focused.element.id) at \(Int(area.centerX)), \(Int(area.centerY))")
    }

    /// Gives the keyboard's focus to the first control of a guest.
    func focusFirst(in guest: Guest) {
        focus(guest.scene.description.elements.first { $0.element.isControl }, in: guest)
    }

    /// Gives the keyboard's focus to what a panel is for: its text field, or its first row.
    func focusContent(of guest: Guest) {
        let controls = guest.scene.description.elements.filter(\.element.isControl)
        let rows = controls.filter { $0.element.id != "\(guest.scene.root.id)-close" }
        focus(rows.first { $0.element.role == .field } ?? rows.first, in: guest)
    }

    /// Gives keys to a menu, a panel or the bar, the foremost first.
    func hear(_ key: KeyPress) -> Bool {
        let names = ["menu", "panel", presence.isHeld ? "bar" : ""]
        guard let guest = names.lazy.compactMap({ self.guests[$0] }).first(where: \.isShown) else {
            guard case .key(.tab, _)? = OverlayInput(key), !bar.isEmpty else { return false }
            showForKeyboard()
            return presence.isHeld && guests["bar"]?.isShown == true
        }
        if let input = OverlayInput(key) {
            if guest.name == "menu", guest.scene.focusedElement == nil, case .key(.down, _) = input {
                focusFirst(in: guest)
                return true
            }
            if guest.take(input) {
                tellFocus(in: guest)
                return true
            }
            guard case .key(.escape, _) = input else { return false }
            closeForemost(guest)
            return true
        }
        // Letters and digits are the program's keys, but where a text or a number is typed.
        guard guest.scene.focusedElement?.editing != nil, let text = key.keysym.text else { return false }
        return guest.take(.typed(text))
    }

    private func closeForemost(_ guest: Guest) {
        switch guest.name {
        case "menu": menu = nil
        case "panel": closePanel()
        default: presence.dismiss()
        }
        update()
    }
}
