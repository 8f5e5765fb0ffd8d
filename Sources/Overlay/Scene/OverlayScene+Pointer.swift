internal import LinuxIO

/// The effects of pointers and fingers.
extension OverlayScene {
    /// Takes something that a person did.
    ///
    /// - Parameters:
    ///   - input: The act.
    ///   - time: Its moment in nanoseconds, never before that of the last one.
    /// - Returns: The news for the program, in order.
    public func handle(_ input: OverlayInput, at time: Int64) -> [OverlayAction] {
        guard input.isFinite else { return [] }
        switch input {
        case .pointerMoved(let x, let y): return moved(x, y, at: time)
        case .pointerLeft:
            hover(nil, at: time)
            return []
        case .pressed(.primary, let x, let y): return pressed(x, y, at: time)
        case .released(.primary, let x, let y): return released(x, y, at: time)
        case .pressed(let button, let x, let y):
            tooltip = nil
            if button == .secondary, let control = description.control(at: x, y) {
                return [.menuAsked(control.element.id, x: x, y: y)]
            }
            return description.covers(x, y)
                ? [.groundPressed(button, x: x, y: y, count: 1)] : [.unused(input)]
        case .released: return []
        case .scrolled(let steps, let x, let y, let modifiers):
            return scrolled(steps, x, y, modifiers, input, at: time)
        case .touchBegan(let finger, let x, let y):
            guard hand.finger == nil else { return [] }
            hand.finger = finger
            hand.heldSince = time
            return pressed(x, y, at: time)
        case .touchMoved(let finger, let x, let y):
            return finger == hand.finger ? dragged(x, y) : []
        case .touchEnded(let finger):
            guard finger == hand.finger else { return [] }
            hand.finger = nil
            let actions = released(hand.place.x, hand.place.y, at: time)
            hover(nil, at: time)
            return actions
        case .touchCancelled:
            cancel()
            return []
        case .key(let key, let modifiers): return press(key, modifiers, input)
        case .typed(let text): return typed(text, input)
        }
    }

    /// The moment at which ``advance(to:)`` has something to do; nil while there is none.
    public var nextMoment: Int64? {
        let rests = hand.restingSince.map { $0 + Hand.tooltipDelay }
        let holds = hand.heldSince.map { $0 + Hand.longPress }
        return [rests, holds].compactMap { $0 }.min()
    }

    /// Does what was due until a moment: shows a tooltip, or asks for the menu of what a finger stays on.
    ///
    /// - Parameter time: The moment in nanoseconds.
    /// - Returns: The news for the program.
    public func advance(to time: Int64) -> [OverlayAction] {
        if let since = hand.restingSince, time >= since + Hand.tooltipDelay {
            hand.restingSince = nil
            tooltip = hand.hovered.flatMap { description.find($0) }.flatMap { self.tooltip(of: $0) }
        }
        guard let since = hand.heldSince, time >= since + Hand.longPress else { return [] }
        hand.heldSince = nil
        let (place, finger) = (hand.place, hand.finger)
        guard let id = hand.pressed else {
            // A finger that stays on the ground is the secondary button there.
            guard hand.origin != nil, description.control(at: place.x, place.y) == nil else { return [] }
            cancel()
            hand.finger = finger
            return [.groundPressed(.secondary, x: place.x, y: place.y, count: 1)]
        }
        guard let control = description.find(id), !control.isSlider else { return [] }
        cancel()
        hand.finger = finger
        return [.menuAsked(id, x: place.x, y: place.y)]
    }

    private func tooltip(of placed: PlacedElement) -> OverlayTooltip? {
        let element = placed.element
        if case .face(.slider(let slider)) = element.content, let start = slider.defaultValue,
            let dot = dot(slider, placed), isOn(dot, hand.place.x, hand.place.y)
        {
            let words = Message(
                "Set back to {number}", ["number": slider.setting(start).text],
                comment:
                    "The tooltip of the dot beside a number that was changed: a press brings the first one back"
            )
            return OverlayTooltip(id: element.id, text: words.localized, key: nil, anchor: dot)
        }
        let hasWords: Bool =
            switch element.content {
            case .face(.icon), .face(.shutter), .face(.thumbnail): false
            default: true
            }
        guard !hasWords || element.disabledReason != nil else { return nil }
        let text = [element.name, element.disabledReason].compactMap { $0 }.joined(separator: "\n")
        return OverlayTooltip(id: element.id, text: text, key: element.key, anchor: placed.bounds)
    }

    private func hoverWhatIs(at x: Double, _ y: Double, at time: Int64) {
        let bar = scrollBar(at: x, y)?.id
        let control = bar == nil ? description.control(at: x, y) : nil
        hover(bar ?? control?.element.id, isOnDot: control.map { isOnDot($0, x, y) } ?? false, at: time)
    }

    private func hover(_ id: String?, isOnDot: Bool = false, at time: Int64) {
        if hand.hovered != id || hand.isOnDot != isOnDot {
            (hand.hovered, hand.isOnDot) = (id, isOnDot)
            tooltip = nil
            hand.restingSince = id == nil || id == hand.silent ? nil : time
            invalidate()
        }
    }

    private func moved(_ x: Double, _ y: Double, at time: Int64) -> [OverlayAction] {
        if hand.origin != nil { return dragged(x, y) }
        let target = target(x, y)
        // A compositor that places surfaces anew takes the pointer away, and gives it back where it was.
        let hasComeFromElsewhere = hand.hovered == nil && hand.place != (x, y)
        if target != hand.silent || hasComeFromElsewhere { hand.silent = nil }
        hand.place = (x, y)
        hoverWhatIs(at: x, y, at: time)
        return []
    }

    /// Tells whether something at a point can be pressed or dragged: a control, or the bar of what scrolls.
    public func holds(_ x: Double, _ y: Double) -> Bool { target(x, y) != nil }

    /// The name of what is hit at a point: a container by its scroll bar, or a control.
    private func target(_ x: Double, _ y: Double) -> String? {
        scrollBar(at: x, y)?.id ?? description.control(at: x, y)?.element.id
    }

    /// The scroll bar at a point, with its container's name; nil where there is none.
    private func scrollBar(at x: Double, _ y: Double) -> (id: String, bar: ScrollBar)? {
        guard let container = description.scroll(at: x, y),
            let bar = ScrollBar(container, isMirrored: typesetter.isRightToLeft), bar.place.contains(x, y)
        else { return nil }
        return (container.element.id, bar)
    }

    /// Takes hold of a scroll bar's thumb, or turns a page towards the place beside it.
    private func press(_ id: String, _ bar: ScrollBar, at y: Double) {
        hand.lastPress = nil
        if bar.thumb.y <= y, y < bar.thumb.bottom {
            (hand.bar, hand.pressed) = ((id, y - bar.thumb.y), id)
        } else {
            hand.origin = nil
            scrolls[id, default: 0] += y < bar.thumb.y ? -bar.page : bar.page
        }
        invalidate()
    }

    private func pressed(_ x: Double, _ y: Double, at time: Int64) -> [OverlayAction] {
        tooltip = nil
        hand.restingSince = nil
        (hand.origin, hand.place, hand.isDragging) = ((x, y), (x, y), false)
        (hand.isSliding, hand.maySlide, hand.scrolling) = (false, false, nil)
        // Fingers move the rows themselves.
        if hand.finger == nil, let (id, bar) = scrollBar(at: x, y) {
            press(id, bar, at: y)
            return []
        }
        let control = description.control(at: x, y)
        hand.silent = nil
        let count = pressCount(control?.element.id, x, y, at: time)
        let scroll = description.scroll(at: x, y)
        if hand.finger != nil, let scroll {
            hand.scrolling = (scroll.element.id, scrolls[scroll.element.id] ?? 0)
        }
        let left = leaveEditing(unless: control?.element.id)
        guard let control else {
            let isGround = description.covers(x, y)
            let press = OverlayInput.pressed(.primary, x: x, y: y)
            if !isGround { hand.origin = nil }
            return left + [isGround ? .groundPressed(.primary, x: x, y: y, count: count) : .unused(press)]
        }
        guard !control.state.contains(.disabled) else { return left }
        (hand.pressed, hand.silent) = (control.element.id, control.element.id)
        if focus.id != control.element.id { focus = Focus(id: control.element.id) }
        focus.isShown = false
        invalidate()
        switch control.element.content {
        case .face(.slider(let slider)):
            if count == 2 || isOnDot(control, x, y), let value = slider.defaultValue {
                hand.pressed = nil
                return left + set(control.element.id, slider.setting(value), isFinal: true)
            }
            let words = SliderShape(control.bounds, isMirrored: typesetter.isRightToLeft).words
            guard y > words.bottom - 4 else { return left }
            // A finger on a slider may be about to move the rows: its way tells.
            hand.isSliding = hand.scrolling == nil
            hand.maySlide = true
            return hand.isSliding ? left + slide(control, to: x, isFinal: false) : left
        case .face(.field(let text, _, _)):
            beginEditing(control, text: text, at: x)
            return left
        default: return left
        }
    }

    /// The number of presses in a row at one place.
    private func pressCount(_ id: String?, _ x: Double, _ y: Double, at time: Int64) -> Int {
        var count = 1
        if let last = hand.lastPress, last.id == id, time - last.time <= OverlayInput.doublePressTime,
            abs(last.x - x) <= OverlayInput.doublePressWay, abs(last.y - y) <= OverlayInput.doublePressWay
        {
            count = last.count + 1
        }
        hand.lastPress = (id, time, x, y, count)
        return count
    }

    /// Tells whether a point is on the dot of a changed number, which takes it back.
    private func isOnDot(_ placed: PlacedElement, _ x: Double, _ y: Double) -> Bool {
        guard case .face(.slider(let slider)) = placed.element.content else { return false }
        return dot(slider, placed).map { isOn($0, x, y) } ?? false
    }

    private func isOn(_ dot: Area, _ x: Double, _ y: Double) -> Bool {
        abs(x - dot.centerX) <= dot.width / 2 && y < dot.bottom
    }

    /// The place where the dot of a changed number is hit; nil where there is none.
    private func dot(_ slider: SliderValue, _ placed: PlacedElement) -> Area? {
        guard slider.isChanged, !placed.state.contains(.disabled) else { return nil }
        let words = SliderShape(placed.bounds, isMirrored: typesetter.isRightToLeft).words
        let width = SliderWords(placed.element.name, slider, width: words.width, typesetter).numberWidth
        let end = typesetter.isRightToLeft ? words.x + width + 12 : words.right - width - 12
        return Area(x: end - 12, y: words.y, width: 24, height: words.height)
    }

    private func dragged(_ x: Double, _ y: Double) -> [OverlayAction] {
        guard let origin = hand.origin else { return [] }
        hand.place = (x, y)
        if let (id, grip) = hand.bar {
            let bar = description.find(id).flatMap {
                ScrollBar($0, isMirrored: typesetter.isRightToLeft)
            }
            if let bar { scrolls[id] = bar.offset(ofThumbAt: y - grip) }
            invalidate()
            return []
        }
        let way = max(abs(x - origin.x), abs(y - origin.y))
        if way > Hand.dragWay { hand.heldSince = nil }
        if let id = hand.pressed, let control = description.find(id) {
            if hand.maySlide, !hand.isSliding, way > Hand.dragWay, abs(x - origin.x) >= abs(y - origin.y) {
                (hand.isSliding, hand.scrolling) = (true, nil)
            }
            if hand.isSliding { return slide(control, to: x, isFinal: false) }
            if case .face(.field) = control.element.content {
                select(control, to: x)
                return []
            }
        }
        if hand.finger == nil, way > Hand.dragWay, let id = hand.pressed, let control = description.find(id) {
            if case .face(.thumbnail) = control.element.content {
                cancel()
                return [.dragged(id)]
            }
            if let row = movableRow(of: control) {
                move(row, to: y)
                return []
            }
        }
        if let scrolling = hand.scrolling, way > Hand.dragWay {
            (hand.pressed, hand.maySlide) = (nil, false)
            scrolls[scrolling.id] = scrolling.start + origin.y - y
            invalidate()
            return []
        }
        guard hand.pressed == nil, !hand.isDragging, way > Hand.dragWay, hand.lastPress?.id == nil else {
            return []
        }
        hand.isDragging = true
        return [.groundDragged]
    }

    private func released(_ x: Double, _ y: Double, at time: Int64) -> [OverlayAction] {
        let id = hand.pressed
        let (wasDown, slid, maySlide) = (hand.origin != nil, hand.slidTo, hand.maySlide)
        let moves = hand.moving.map { ($0, hand.drop) }
        cancel()
        hand.place = (x, y)
        defer { hoverWhatIs(at: x, y, at: time) }
        if let (id, drop) = moves { return drop.map { dropped(id, $0) } ?? [] }
        guard wasDown, let id, let control = description.find(id) else { return [] }
        if case .face(.slider(let slider)) = control.element.content {
            if let slid { return set(id, slider.setting(slid), isFinal: true) }
            return maySlide ? slide(control, to: x, isFinal: true) : []
        }
        guard control.bounds.contains(x, y) else { return [] }
        return activate(control)
    }

    /// Lets go of everything, and means nothing by it.
    private func cancel() {
        (hand.pressed, hand.origin, hand.scrolling, hand.heldSince) = (nil, nil, nil, nil)
        (hand.finger, hand.isDragging, hand.isSliding, hand.maySlide) = (nil, false, false, false)
        hand.slidTo = nil
        (hand.moving, hand.drop, hand.bar) = (nil, nil, nil)
        invalidate()
    }

    /// Leaves the slider that the hand draws where the hand is: its owner describes it anew with what it was before.
    func keepSliding() {
        guard let value = hand.slidTo, let id = hand.pressed,
            case .face(.slider(let slider))? = root.find(id)?.content, slider.value != value
        else { return }
        root.update(id) { $0.content = .face(.slider(slider.setting(value))) }
    }

    private func slide(_ control: PlacedElement, to x: Double, isFinal: Bool) -> [OverlayAction] {
        guard case .face(.slider(let slider)) = control.element.content else { return [] }
        let shape = SliderShape(control.bounds, isMirrored: typesetter.isRightToLeft)
        let moved = slider.setting(slider.value(at: shape.position(at: x)))
        if hand.isSliding { hand.slidTo = moved.value }
        return moved.value == slider.value ? [] : set(control.element.id, moved, isFinal: isFinal)
    }

    /// Tells whether the wheel sets a slider: it is the one at which a person is, Ctrl is held, or nothing around it scrolls.
    private func takesWheel(_ slider: PlacedElement, _ modifiers: OverlayModifiers, at time: Int64) -> Bool {
        if modifiers.contains(.control) { return true }
        guard let list = description.scroll(around: slider), description.elements[list].sight != nil else {
            return true
        }
        // What comes below a resting pointer while a list moves must not be turned by the same wheel.
        let isMoving = hand.lastScroll.map { time - $0 < Hand.scrollPause } ?? false
        return !isMoving && focus.id == slider.element.id
    }

    private func scrolled(
        _ steps: Double, _ x: Double, _ y: Double, _ modifiers: OverlayModifiers, _ input: OverlayInput,
        at time: Int64
    ) -> [OverlayAction] {
        tooltip = nil
        if let control = description.control(at: x, y), !control.state.contains(.disabled),
            case .face(.slider(let slider)) = control.element.content,
            takesWheel(control, modifiers, at: time)
        {
            let moved = slider.setting(slider.stepped(by: -steps))
            return moved.value == slider.value ? [] : set(control.element.id, moved, isFinal: true)
        }
        guard let scroll = description.scroll(at: x, y) else {
            return description.covers(x, y) ? [] : [.unused(input)]
        }
        hand.lastScroll = time
        scrolls[scroll.element.id, default: 0] += steps * 48
        invalidate()
        hoverWhatIs(at: x, y, at: time)
        return []
    }

    /// Moves everything that scrolls to its beginning, as for what is opened anew.
    public func scrollToStart() {
        guard !scrolls.isEmpty else { return }
        scrolls = [:]
        invalidate()
    }
}

extension PlacedElement {
    /// True for a field in which something is searched for.
    var isSearch: Bool {
        if case .face(.field(_, _, .search)) = element.content { true } else { false }
    }

    /// True for a slider.
    var isSlider: Bool {
        if case .face(.slider) = element.content { true } else { false }
    }
}
