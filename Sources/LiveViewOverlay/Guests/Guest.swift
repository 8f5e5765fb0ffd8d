internal import LinuxIO
internal import Overlay
internal import WaylandClient

/// A scene on a surface of its own over the picture.
///
/// Main thread only. The surface is made when it is first shown.
final class Guest {
    /// The name, for actions.
    let name: String
    /// Hears what a person does to its elements.
    var onAction: ((Guest, OverlayAction) -> Void)?
    /// Hears that the pointer or a finger has come or gone.
    var onPointer: ((Guest, Visit) -> Void)?
    /// Hears that a button or a finger went down on it.
    var onPress: ((Guest) -> Void)?
    /// Tells whether a press at a place on the guest is meant for it.
    var isPressMeant: ((Guest, SurfacePoint) -> Bool)?
    /// Hears a turn of the wheel, which may be for another guest.
    var onScroll: ((Guest, Scroll) -> Void)?
    /// Hears that the tooltip has come or gone.
    var onTooltip: (() -> Void)?
    /// Hears that a person has done something with it, which may have scrolled it.
    var onHeard: ((Guest) -> Void)?
    /// Hears that it cannot be shown.
    var onFailure: ((WaylandError) -> Void)?
    /// The elements.
    let scene: OverlayScene
    /// The last press on it, by which the window may be moved.
    private(set) var grant: (press: InputGrant, point: SurfacePoint)?
    /// The rectangle on the window; nil while hidden.
    private(set) var area: Area?
    /// The window's size when it was placed.
    private var windowSize: SurfaceSize?
    private let window: Window
    private let loop: EventLoop
    /// True where it comes and goes softly.
    private var isSoft: Bool
    /// The fingers that are down on it.
    private var fingers: Set<Int> = []
    private var fade = Fade(isThere: false)
    private var surface: Subsurface?
    private var timer: EventLoop.TimerID?
    private var fadeTimer: EventLoop.TimerID?
    private var toldTooltip: OverlayTooltip?

    init(
        _ name: String, _ root: Element, _ look: Look, isSoft: Bool, over window: Window, _ loop: EventLoop
    ) {
        self.name = name
        self.isSoft = isSoft
        scene = OverlayScene(root, theme: look.theme, typesetter: look.typesetter)
        (self.window, self.loop) = (window, loop)
    }

    deinit { for timer in [timer, fadeTimer] { timer.map(loop.cancel) } }

    /// An act of the pointer or of fingers, by which guests stay or go.
    enum Visit {
        /// The pointer has come to a place on it, or a finger is down, which has none here.
        case began(SurfacePoint?)
        /// The pointer has moved to another place on it.
        case moved(SurfacePoint)
        /// The pointer has gone.
        case ended
        /// The last finger is up, and what it did is done.
        case lifted
    }

    /// True while a finger is down on it.
    var isTouched: Bool { !fingers.isEmpty }

    /// Changes colours, sizes and texts, and keeps what a person has done.
    func dress(_ look: Look, isSoft: Bool) {
        (scene.theme, scene.typesetter) = (look.theme, look.typesetter)
        self.isSoft = isSoft
    }

    /// True while the keyboard is at work in it, so that its focus is seen.
    var isKeyed: Bool { isShown && scene.focusedElement?.state.contains(.focusShown) == true }

    /// Takes the keyboard's focus away, as a press elsewhere does.
    func leaveFocus() { finish(scene.leaveFocus()) }

    /// True once it has been shown.
    var hasSurface: Bool { surface != nil }

    /// True while it is shown.
    var isShown: Bool { area != nil }

    /// Places a rectangle of its own on the window; nil while it is hidden.
    func onWindow(_ part: Area) -> Area? {
        area.map { Area(x: $0.x + part.x, y: $0.y + part.y, width: part.width, height: part.height) }
    }

    /// Shows it, or gives it another place.
    ///
    /// - Parameter area: The rectangle on the window, on whole logical units.
    /// - Throws: The reason why there is no surface for it.
    func show(_ area: Area) throws(WaylandError) {
        let size = SurfaceSize(width: Int(area.width), height: Int(area.height))
        if surface == nil { try makeSurface(size) }
        let isComing = !isShown
        (self.area, windowSize) = (area, window.size)
        // Keys may come before it is drawn.
        scene.resize(width: area.width, height: area.height, scale: scene.scale)
        surface?.resize(to: size)
        surface?.move(toX: Int(area.x), y: Int(area.y))
        if isComing {
            if isSoft {
                fade.come(at: MonotonicClock.now())
                showFade()
            } else {
                setFade(isThere: true)
            }
        }
        surface?.show()
    }

    /// Hides it: softly, but in a window that has another size now, where its place may lie outside.
    func hide() {
        let isAtItsPlace = windowSize == window.size
        guard isShown else {
            if !isAtItsPlace { vanish() }
            return
        }
        area = nil
        // What comes again begins anew: keys are the program's until somebody goes to it.
        scene.setFocus(nil)
        let now = MonotonicClock.now()
        _ = scene.handle(.pointerLeft, at: now)
        guard isSoft, isAtItsPlace else { return vanish() }
        fade.go(at: now)
        showFade()
    }

    /// Takes it from the screen at once, even in the middle of a soft going.
    private func vanish() {
        guard !fade.isOver else { return }
        setFade(isThere: false)
        surface?.hide()
    }

    /// Ends what may be left of a soft coming or going.
    private func setFade(isThere: Bool) {
        loop.cancel(&fadeTimer)
        fade = Fade(isThere: isThere)
        if isThere { scene.opacity = 1 }
    }

    /// Draws it as far as it has come or gone, and plans the next step.
    private func showFade() {
        scene.opacity = fade.opacity
        if fade.isOver { surface?.hide() } else { surface?.redraw() }
        loop.replan(&fadeTimer, at: fade.nextMoment) { [weak self] in
            self?.fade.advance(to: MonotonicClock.now())
            self?.showFade()
        }
    }

    /// Draws what has changed.
    func redraw() { if isShown { surface?.redraw() } }

    /// Puts it right in front of another one.
    func place(above other: Guest?) { surface?.place(above: other?.surface) }

    /// Hands a key on.
    ///
    /// - Returns: True where it was of use.
    func take(_ input: OverlayInput) -> Bool {
        let actions = scene.handle(input, at: MonotonicClock.now())
        finish(actions)
        return !actions.contains { if case .unused = $0 { true } else { false } }
    }

    /// Takes a turn of the wheel.
    ///
    /// - Parameters:
    ///   - scroll: The turn.
    ///   - point: The pointer's place on the window.
    func turn(_ scroll: Scroll, at point: SurfacePoint) {
        guard let area else { return }
        let place = SurfacePoint(x: point.x - area.x, y: point.y - area.y)
        finish(scene.handle(OverlayInput(scroll, at: place), at: MonotonicClock.now()))
    }

    /// Forgets a pointer that was on it without the compositor's word.
    func forgetPointer() { finish(scene.handle(.pointerLeft, at: MonotonicClock.now())) }

    /// Begins to drag files from it, while it is pressed.
    func beginDrag(of files: [String]) -> Bool {
        grant.flatMap { surface?.beginDrag(of: files, $0.press) } ?? false
    }

    // MARK: - The surface

    private func makeSurface(_ size: SurfaceSize) throws(WaylandError) {
        let made = try Subsurface(over: window, size: size)
        made.inputRegion = nil
        made.onDraw = { [weak self] memory in self?.draw(memory) ?? [] }
        made.onInput = { [weak self] input in self?.hear(input) }
        made.ownsEdge = { [weak self] point in
            self.map { $0.isShown && $0.scene.holds(point.x, point.y) } ?? false
        }
        made.onFailure = { [weak self] error in self?.onFailure?(error) }
        surface = made
    }

    private func draw(_ memory: DrawingMemory) -> [SurfaceRectangle] {
        scene.resize(
            width: Double(memory.logicalSize.width), height: Double(memory.logicalSize.height),
            scale: memory.scale120)
        guard scene.pixelWidth == memory.size.width, scene.pixelHeight == memory.size.height else {
            return []
        }
        if memory.isBlank { scene.forget() }
        let changed = (try? unsafe scene.render(into: memory.bytes, stride: memory.stride)) ?? []
        return changed.map { SurfaceRectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    }

    private func hear(_ input: SurfaceInput) {
        let wasTouched = isTouched
        switch input {
        case .entered(let point, _): onPointer?(self, .began(point))
        case .moved(let point, _): onPointer?(self, .moved(point))
        case .left: onPointer?(self, .ended)
        case .button(_, true, let point, _, let press):
            grant = (press, point)
            onPress?(self)
        case .touchBegan(let id, let point, _, let press):
            grant = (press, point)
            fingers.insert(id)
            onPress?(self)
            onPointer?(self, .began(nil))
        case .touchEnded(let id, _): fingers.remove(id)
        case .touchesCancelled: fingers = []
        default: break
        }
        // What goes softly is no longer there for the hand.
        if isShown { take(input) }
        // Nothing changes its place before the finger has done what it came for.
        if wasTouched, !isTouched { onPointer?(self, .lifted) }
    }

    private func take(_ input: SurfaceInput) {
        switch input {
        case .scrolled(let scroll):
            onScroll?(self, scroll)
            return
        case .button(.primary, true, let point, _, _), .touchBegan(_, let point, _, _):
            guard isPressMeant?(self, point) != false else { return }
        default: break
        }
        if let input = OverlayInput(input) { finish(scene.handle(input, at: MonotonicClock.now())) }
    }

    private func finish(_ actions: [OverlayAction]) {
        for action in actions { onAction?(self, action) }
        redraw()
        onHeard?(self)
        planNext()
        if scene.tooltip != toldTooltip {
            toldTooltip = scene.tooltip
            onTooltip?()
        }
    }

    /// Comes back when the scene has something to do by itself: a tooltip, a long press.
    private func planNext() {
        loop.replan(&timer, at: scene.nextMoment) { [weak self] in
            guard let self else { return }
            finish(scene.advance(to: MonotonicClock.now()))
        }
    }
}

/// The colours, and the maker of texts, of all guests.
struct Look {
    var theme: Theme
    var typesetter: Typesetter

    /// The size that an element takes of a width and a height.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - width: The most that it may be wide.
    ///   - height: The most that it may be high; 0 for as low as it may be, so that all that is pressed in it is in sight.
    /// - Returns: Width and height.
    func size(_ element: Element, _ width: Double, _ height: Double) -> (width: Double, height: Double) {
        let scene = OverlayScene(element, theme: theme, typesetter: typesetter)
        guard height > 0 else { return (width, scene.leastHeight(width: width)) }
        return scene.preferredSize(width: width, height: height)
    }
}

extension OverlayInput {
    /// Takes an input of a surface; nil for what no scene knows.
    init?(_ input: SurfaceInput) {
        switch input {
        case .entered(let point, _), .moved(let point, _): self = .pointerMoved(x: point.x, y: point.y)
        case .left: self = .pointerLeft
        case .button(let button, let isDown, let point, _, _):
            let button: OverlayInput.PointerButton =
                switch button {
                case .primary: .primary
                case .secondary: .secondary
                default: .other
                }
            self =
                isDown
                ? .pressed(button, x: point.x, y: point.y) : .released(button, x: point.x, y: point.y)
        case .scrolled(let scroll): self.init(scroll, at: scroll.point)
        case .touchBegan(let id, let point, _, _):
            self = .touchBegan(Int32(clamping: id), x: point.x, y: point.y)
        case .touchMoved(let id, let point, _):
            self = .touchMoved(Int32(clamping: id), x: point.x, y: point.y)
        case .touchEnded(let id, _): self = .touchEnded(Int32(clamping: id))
        case .touchesCancelled: self = .touchCancelled
        case .pinched: return nil
        }
    }

    /// Takes a turn of the wheel at a place on a surface.
    init(_ scroll: Scroll, at point: SurfacePoint) {
        // A wheel tells steps; fingers tell a way, of which fifteen units are one.
        let steps = scroll.stepsDown != 0 ? scroll.stepsDown : scroll.down / 15
        self = .scrolled(
            steps: steps, x: point.x, y: point.y, scroll.modifiers.contains(.control) ? .control : [])
    }

    /// Takes a key of the window; nil for keys that no scene knows.
    init?(_ key: KeyPress) {
        guard key.modifiers.isDisjoint(with: [.alt, .logo]) else { return nil }
        let isControlled = key.modifiers.contains(.control)
        if key.isControl("a") {
            self = .key(.selectAll, [.control])
            return
        }
        let name = key.keysym.description
        let keys: [String: OverlayKey] = [
            "Tab": .tab, "ISO_Left_Tab": .tab, "Left": .left, "Right": .right, "Up": .up, "Down": .down,
            "Prior": .pageUp, "Next": .pageDown, "Home": .home, "End": .end, "Return": .enter,
            "KP_Enter": .enter, "space": .space, "Escape": .escape, "BackSpace": .backspace,
            "Delete": .delete, "Menu": .menu,
        ]
        var modifiers: OverlayModifiers = []
        if key.modifiers.contains(.shift) || name == "ISO_Left_Tab" { modifiers.insert(.shift) }
        if isControlled { modifiers.insert(.control) }
        guard let known = keys[name] else { return nil }
        // With the control key these two press nothing and type nothing.
        if isControlled, known == .enter || known == .space { return nil }
        self = .key(known, modifiers)
    }

    /// Takes the letters that a key of the window types; nil where another key makes it a command.
    init?(typedBy key: KeyPress) {
        guard key.modifiers.isDisjoint(with: [.control, .alt, .logo]), let text = key.keysym.text else {
            return nil
        }
        self = .typed(text)
    }

    /// Tells what a key does again and again while it is held.
    ///
    /// - Parameter isTyping: True where a text is being typed.
    /// - Returns: False for what one press does once.
    func repeats(whileTyping isTyping: Bool) -> Bool {
        switch self {
        case .key(let key, _):
            switch key {
            case .tab, .left, .right, .up, .down, .pageUp, .pageDown, .backspace, .delete: true
            case .space: isTyping
            case .home, .end, .enter, .escape, .menu, .selectAll: false
            }
        default: true
        }
    }
}

extension KeyPress {
    /// Tells whether it is a letter together with Control alone.
    func isControl(_ letter: String) -> Bool {
        modifiers == .control && [keysym, latinKeysym].contains { $0?.lowercase.description == letter }
    }
}
