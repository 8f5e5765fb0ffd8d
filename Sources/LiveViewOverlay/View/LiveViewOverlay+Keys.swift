internal import LinuxIO
internal import Logging
internal import Overlay
internal import WaylandClient

/// The keys of an overlay, and the keyboard's focus in its guests.
extension LiveViewOverlay {
    /// The guests through which Tab goes, in order; a menu keeps the keys to itself.
    private static let stops = ["panel", "notice", "state", "bar", "header"]

    /// The guests with controls that are shown, in the order of Tab.
    private var stops: [Guest] {
        Self.stops.compactMap { guests[$0] }.filter {
            $0.isShown && !$0.scene.description.focusOrder.isEmpty
        }
    }

    /// The guest with the keyboard's focus; nil while keys are the program's.
    var focusedGuest: Guest? {
        let focused = guests.values.filter { $0.isShown && $0.scene.focusedElement != nil }
        return focused.first { $0.name == "menu" } ?? focused.first
    }

    /// Gives the keyboard's focus to an element of a guest, or takes it from all of its.
    func focus(_ element: PlacedElement?, in guest: Guest) {
        composingField = nil
        if element != nil { leaveFocus(but: guest) }
        guest.scene.setFocus(element?.element.id)
        guest.redraw()
        tellFocus(in: guest)
    }

    /// Takes the keyboard's focus from all guests but one; a menu leaves it where it will be again.
    func leaveFocus(but kept: Guest?) {
        composingField = nil
        guard kept?.name != "menu" else { return }
        for guest in guests.values where guest !== kept && guest.scene.focusedElement != nil {
            guest.leaveFocus()
        }
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

    /// Gives keys to a menu, or else to the guest with the keyboard's focus.
    func hear(_ key: KeyPress) -> Bool {
        if let menu = guests["menu"], menu.isShown { return hear(key, in: menu) }
        if case .key(.tab, let modifiers)? = OverlayInput(key) {
            composingField = nil
            return tab(modifiers.contains(.shift) ? -1 : 1)
        }
        if let guest = focusedGuest {
            if hear(key, in: guest) { return true }
        } else if case .key(.escape, _)? = OverlayInput(key), !key.isRepeat {
            return closeForemost()
        }
        return false
    }

    private func hear(_ key: KeyPress, in guest: Guest) -> Bool {
        let focused = guest.scene.focusedElement
        let isTyping = focused?.editing != nil
        if let focused, isTyping {
            if let letters = compose(key, in: focused.element.id) {
                return letters.isEmpty || guest.take(.typed(letters))
            }
            if key.isControl("v") || key.modifiers == .shift && key.keysym.description == "Insert" {
                if !key.isRepeat { paste(into: focused.element.id, in: guest) }
                return true
            }
            // The picture is not what somebody copies out of a text.
            if key.isControl("c") { return true }
        }
        guard let input = OverlayInput(key) else {
            // Letters and digits are the program's keys, but where a text or a number is typed.
            guard isTyping, let input = OverlayInput(typedBy: key) else { return false }
            return guest.take(input)
        }
        guard !key.isRepeat || input.repeats(whileTyping: isTyping) else { return isTyping || guest.isKeyed }
        if guest.name == "menu", focused == nil, case .key(.down, _) = input {
            focusFirst(in: guest)
            return true
        }
        if guest.take(input) {
            tellFocus(in: guest)
            goOn(in: guest)
            return true
        }
        guard case .key(.escape, _) = input else { return false }
        return closeForemost()
    }

    /// Gives a key of a field to the sequence that it may be part of.
    ///
    /// - Returns: The letters that it completes, none in the midst of them; nil for a key that is part of none.
    private func compose(_ key: KeyPress, in field: String) -> String? {
        if composingField != field { composition?.reset() }
        let isCommand = !key.modifiers.isDisjoint(with: [.control, .alt, .logo])
        composingField = isCommand ? nil : field
        return isCommand ? nil : composition?.take(key.keysym)
    }

    /// Has the text on the clipboard typed into a field, unless that is left before it comes.
    private func paste(into field: String, in guest: Guest) {
        window.pasteText { [weak guest] text in
            guard let guest, let focused = guest.scene.focusedElement, focused.element.id == field,
                focused.editing != nil
            else { return }
            _ = guest.take(.typed(text))
        }
    }

    /// Keeps header and bar for those who go through them by key.
    private func goOn(in guest: Guest) {
        guard guest.name != "menu", guest.name != "panel", guest.scene.focusedElement != nil else { return }
        presence.keyPressed(at: MonotonicClock.now())
        update()
    }

    /// Takes the keyboard's focus to the next control, in the same guest or in the next one, round the end.
    ///
    /// Header and bar come for it; where they had gone meanwhile, the focus is where it was.
    ///
    /// - Parameter step: 1 to the next one, −1 to the one before.
    /// - Returns: False where there is none.
    private func tab(_ step: Int) -> Bool {
        let (former, left) = (focusedGuest, leftFocus)
        leftFocus = nil
        // A notice that nobody is at any more may pass.
        defer { update() }
        presence.keyPressed(at: MonotonicClock.now())
        update()
        let stops = stops
        guard !stops.isEmpty else {
            presence.dismiss()
            return false
        }
        guard let former, former.isShown, let place = stops.firstIndex(where: { $0 === former }) else {
            if let left, let guest = guests[left.guest], guest.isShown,
                let element = guest.scene.description.find(left.id)
            {
                focus(element, in: guest)
            } else {
                enter(step > 0 ? stops[0] : stops[stops.count - 1], step)
            }
            return true
        }
        let order = former.scene.description.focusOrder
        let end = step > 0 ? order.last : order.first
        if former.scene.focusedElement?.element.id == end, stops.count > 1 {
            enter(stops[(place + step + stops.count) % stops.count], step)
        } else if former.take(.key(.tab, step > 0 ? [] : .shift)) {
            tellFocus(in: former)
        }
        return true
    }

    /// Gives the keyboard's focus to the control of a guest at which Tab comes to it.
    private func enter(_ guest: Guest, _ step: Int) {
        let controls = guest.scene.description.elements.filter(\.element.isControl)
        focus(step > 0 ? controls.first : controls.last, in: guest)
    }

    /// Closes what Escape closes first: menu, panel, or what the keyboard has called.
    ///
    /// - Returns: False where nothing of it is open.
    private func closeForemost() -> Bool {
        if guests["menu"]?.isShown == true {
            menu = nil
        } else if guests["panel"]?.isShown == true {
            closePanel()
        } else if presence.isKeyed(at: MonotonicClock.now()) || focusedGuest?.isKeyed == true {
            leaveFocus(but: nil)
            presence.dismiss()
        } else {
            return false
        }
        update()
        return true
    }
}
