public import LinuxIO
public import LiveView
public import Logging
public import Overlay
public import WaylandClient

/// Header, states, notices, a recording's mark, a bar and panels over the picture of a window.
///
/// Each is a surface of its own: the picture stays what it is, and what is not shown costs nothing. The libraries that draw are loaded when something is
/// first to be shown; where one is missing, or the compositor has no subsurfaces, ``failure`` says so, and the window goes on without.
///
/// Header and bar come with the pointer's first move or with Tab and go two seconds after the last one; a click on the picture shows and hides them. Tab
/// goes through all controls that are shown: those of the panel, the notice, the state, the bar and the header. The program hands the window's events to
/// ``hear(_:)``. Confined to the main thread.
public final class LiveViewOverlay {
    /// The window's name, in the header.
    public var title = "" { didSet { if title != oldValue { update() } } }
    /// The words beside the name: a state.
    public var detail: String? { didSet { if detail != oldValue { update() } } }
    /// The windows that have a header.
    public var headerPolicy = HeaderPolicy.automatic { didSet { update() } }
    /// The buttons of the bar, leading to trailing; none for no bar.
    ///
    /// In small windows those stay whose ``Overlay/Element/rank`` is 3 or more.
    public var bar: [Element] = [] { didSet { if bar != oldValue { update() } } }
    /// The words that stay as long as they are true; nil for none.
    public var state: OverlayNotice? { didSet { if state != oldValue { update() } } }
    /// The time of a recording; nil while there is none.
    ///
    /// With each other time the red dot of its mark is bright for half a second, and faint until the next one, but where the desktop wants no movement.
    public var recordingTime: String? {
        didSet {
            guard recordingTime != oldValue else { return }
            blink()
            update()
        }
    }
    /// True while the recording is paused: its mark has two strokes in the place of the red dot.
    public var isRecordingPaused = false { didSet { if isRecordingPaused != oldValue { update() } } }
    /// True while the recording lacks the sound that it was to have: its mark has a crossed microphone.
    public var isRecordingSilent = false { didSet { if isRecordingSilent != oldValue { update() } } }
    /// A mark beside that of a recording (``Overlay/Element/mark(_:icon:_:)``), seen whatever else is hidden; nil for none.
    public var mark: Element? { didSet { if mark != oldValue { update() } } }
    /// The element in the middle of the picture, such as a countdown; nil for none.
    public var center: Element? { didSet { if center != oldValue { update() } } }
    /// The panel at the side (``Overlay/Element/panel(_:title:pinned:_:)``); nil for none.
    public var panel: Element? {
        didSet {
            if panel?.id != oldValue?.id { logger.debug("the panel is \(panel?.id ?? "closed")") }
            if panel != oldValue { update() }
        }
    }
    /// Hears what a person does to the elements.
    ///
    /// Window buttons, closing of panels, and moves of the window are done already.
    public var onAction: ((OverlayAction) -> Void)?
    /// Hears that the user has closed the panel.
    public var onPanelClosed: (() -> Void)?
    /// Hears the names of the panel's elements that are in sight, at least in part, in order, once they are others: the panel was opened, scrolled, changed
    /// or closed.
    ///
    /// For a panel that shows what is costly, such as pictures that move. It is called on the way of other calls: what is shown is not to be changed from it.
    public var onPanelSight: (([String]) -> Void)?
    /// The last press of a button or finger on an element, by which a program may ask for leave to open others
    /// (``WaylandClient/Window/requestActivationToken(_:_:)``); nil before the first.
    public private(set) var lastPress: InputGrant?
    /// The reason why nothing can be shown; nil while it can.
    public private(set) var failure: String?
    /// Hears once why nothing can be shown, from then on for good.
    ///
    /// A program that left something to the overlay takes it back, such as the window's menu
    /// (``WaylandClient/GesturePolicy/secondaryClickShowsMenu``). It is called on the way of other calls.
    public var onFailure: ((String) -> Void)?
    /// The pointer's shape over the picture while header and bar are shown; it goes and comes with them.
    public var cursor = PointerShape.arrow { didSet { if cursor != oldValue { update() } } }
    /// The desktop's wishes.
    ///
    /// Targets are made for fingers while the last act was a finger's, too.
    public var appearance: Appearance { didSet { if appearance != oldValue { redress() } } }

    let window: Window
    let loop: EventLoop
    let logger: Logger
    private var look: Look?
    let fonts: FontLoader
    var guests: [String: Guest] = [:]
    /// The number of guests' surfaces that are in order.
    private var stackedCount = 0
    var presence = Presence()
    private var scrim: Subsurface?
    private var edgeFlash: EdgeFlash?
    private var timer: EventLoop.TimerID?
    private var blinkTimer: EventLoop.TimerID?
    private var fontTimer: EventLoop.TimerID?
    /// True for the half of a second in which the dot of a recording is faint.
    private var isDotFaint = false
    private var passing: (notice: OverlayNotice, end: Int64)?
    var menu: Menu? {
        didSet {
            let (new, old) = (menu?.element.id, oldValue?.element.id)
            if new != old { logger.debug("the menu is \(new ?? "closed")") }
        }
    }
    /// The guest from which something is dragged, while the program hears of it.
    private var dragged: Guest?
    /// The place of the pointer on the window, or that of the last wish for a menu.
    private var lastPlace: SurfacePoint?
    /// The place of the click that hid header and bar, until the pointer has left it.
    private var hidingPlace: SurfacePoint?
    /// True while the last act was a finger's.
    private var isByTouch = false { didSet { if isByTouch != oldValue { redress() } } }
    /// The control that had the keyboard's focus when header and bar went.
    var leftFocus: (guest: String, id: String)?
    /// The dead keys of fields, from the first key in one on; nil where the system has no tables.
    lazy var composition = KeyComposition()
    /// The field in which keys may be part of a sequence; nil once it was left.
    var composingField: String?
    /// The names that have been told of last.
    private var panelSight: [String] = []
    /// The guest that the pointer is on.
    private var pointed: String?
    /// The guest that the wheel turned last, which the compositor may not know to be under the pointer.
    private weak var turned: Guest?
    private var secondPress = SecondPress()
    /// True from the first picture on.
    private var isBegun = false

    /// An open menu.
    struct Menu {
        var element: Element
        var place: GuestPlace
        /// The control that opened it, which closes it, too; nil for none.
        var opener: String?
    }

    /// The guests that come and go softly.
    private static let softGuests: Set = ["header", "bar", "notice"]
    /// The way of a pointer at rest, in logical units: a hand on a mouse is never quite still.
    private static let tremble = 12.0
    /// The time for which passing words stay, in nanoseconds.
    private static let duration: Int64 = 4_000_000_000
    /// The time for which a recording's dot is bright, in nanoseconds.
    private static let blinkTime: Int64 = 500_000_000

    /// Prepares an overlay; nothing is loaded or made yet.
    ///
    /// - Parameters:
    ///   - window: The window; kept.
    ///   - loop: The window's loop, for timers.
    ///   - appearance: The desktop's wishes; by default none, and the direction of the user's language.
    ///   - logger: Told once why nothing can be shown.
    public init(
        over window: Window, loop: EventLoop, appearance: Appearance = Appearance(DesktopAppearance()),
        logger: Logger = Logger(label: "viewfinder.overlay")
    ) {
        (self.window, self.loop, self.appearance, self.logger) = (window, loop, appearance, logger)
        fonts = FontLoader(loop, logger)
        fonts.onEnd = { [weak self] in
            guard let self else { return }
            if look == nil { update() } else { redress() }
        }
    }

    /// Prepares the overlay of a window with a view, whose title it takes.
    public convenience init(
        _ window: LiveWindow, appearance: Appearance = Appearance(DesktopAppearance()),
        logger: Logger = Logger(label: "viewfinder.overlay")
    ) {
        self.init(over: window.window, loop: window.loop, appearance: appearance, logger: logger)
        title = window.title
    }

    deinit { for timer in [timer, blinkTimer, fontTimer] { timer.map(loop.cancel) } }

    // MARK: - What a program does

    /// Lets guests come, from the moment on at which the window is on the screen.
    public func begin() {
        isBegun = true
        // Fonts are there when a person first asks for something, and take no time from the first pictures.
        loop.replan(&fontTimer, at: MonotonicClock.now() + 500_000_000) { [weak self] in
            guard let self else { return }
            fonts.begin(wishes)
        }
        update()
    }

    /// Shows words for four seconds, longer while the pointer rests on them; newer ones take their place.
    public func show(_ notice: OverlayNotice) {
        passing = (notice, MonotonicClock.now() + Self.duration)
        update()
    }

    /// Lets the picture's edges light up for a moment: a photograph was taken.
    ///
    /// Nothing lights up where the desktop wants no movement.
    public func flash() {
        guard isBegun, failure == nil, !appearance.isMotionReduced else { return }
        do throws(WaylandError) {
            if edgeFlash == nil { edgeFlash = try EdgeFlash(over: window) }
            edgeFlash?.show(window.size, loop)
        } catch {
            fail("\(error)")
        }
    }

    /// Begins to drag files into another program, in answer to ``Overlay/OverlayAction/dragged(_:)``.
    ///
    /// - Parameter files: The absolute paths of the files that the element stands for.
    /// - Returns: False at other times, and where the compositor has no drags.
    @discardableResult
    public func beginDrag(of files: [String]) -> Bool { dragged?.beginDrag(of: files) ?? false }

    /// Forgets what is being typed in the panel, since it was meant for something that is there no more.
    public func giveTypingUp() {
        guard let guest = guests["panel"] else { return }
        guest.scene.giveTypingUp()
        guest.redraw()
    }

    /// Shows a menu, or takes it away.
    ///
    /// It goes with a press on anything else, too. A press on the control that it belongs to closes it, and is no action.
    ///
    /// - Parameters:
    ///   - element: The menu; nil for none.
    ///   - opener: The name of the control that opens it, and beside which it stands; nil for one at the pointer.
    public func showMenu(_ element: Element?, of opener: String? = nil) {
        guests["menu"]?.scene.scrollToStart()
        menu = element.map { element in
            let point = lastPlace ?? SurfacePoint(x: 0, y: 0)
            let place = opener.flatMap(place(beside:)) ?? .pointer(x: point.x, y: point.y)
            return Menu(element: element, place: place, opener: opener)
        }
        update()
    }

    /// The place beside an element that is shown; nil where it is not.
    private func place(beside id: String) -> GuestPlace? {
        guests.values.lazy.compactMap { guest in
            guard let area = guest.area, let placed = guest.scene.description.find(id) else { return nil }
            return .beside(placed.bounds, of: guest.name, at: area)
        }.first
    }

    /// True while a menu is open.
    public var isMenuOpen: Bool { menu != nil }

    /// False in a window so small that nothing but marks has room in it: what is opened there is not seen.
    public var hasRoom: Bool {
        let size = window.size
        return Double(size.width) >= GuestLayout.smallest.width
            && Double(size.height) >= GuestLayout.smallest.height
    }

    /// Brings the menu that is open up to date, at its place.
    ///
    /// - Parameter element: The menu; nothing happens while none of its name is open.
    public func updateMenu(_ element: Element) {
        guard let menu, menu.element.id == element.id, menu.element != element else { return }
        self.menu?.element = element
        update()
    }

    /// Gives the keyboard's focus to an element that is shown, such as a field in which a person is to type.
    ///
    /// - Parameter id: Its name; nothing happens where it is not shown.
    public func setFocus(_ id: String) {
        let found = guests.values.lazy.filter(\.isShown).compactMap { guest in
            guest.scene.description.find(id).map { (guest, $0) }
        }
        guard let (guest, element) = found.first else { return }
        focus(element, in: guest)
        tellSight()
    }

    /// Hears an event of the window.
    ///
    /// - Returns: True where the overlay has used it, and the program should not.
    public func hear(_ event: WindowEvent) -> Bool {
        let now = MonotonicClock.now()
        switch event {
        case .pointerMoved(let point, _):
            // A surface that goes leaves the pointer on the picture without a move.
            if let lastPlace, lastPlace != point { isByTouch = false }
            lastPlace = point
            forgetTurned(but: nil)
            if let place = hidingPlace, max(abs(point.x - place.x), abs(point.y - place.y)) <= Self.tremble {
                return false
            }
            hidingPlace = nil
            let isShown = presence.isShown(at: now)
            presence.moved(at: now)
            // The timer sees by itself that it has to go on.
            if isShown { return false }
        case .pointerLeft:
            hidingPlace = nil
            presence.left(at: now)
        case .clicked(let click):
            _ = secondPress.isMeant(
                SecondPress.Target(), x: click.point.x, y: click.point.y, at: now)
            clicked(click, at: now)
        case .scrolled(let scroll):
            // Under a pointer that rests a guest may have come, of which the compositor tells with the next move.
            guard let guest = foremost(at: scroll.point) else { return false }
            turn(guest, scroll, at: scroll.point)
            return true
        case .key(let key): return hear(key)
        case .activatedChanged: composingField = nil
        case .resizing, .configured, .fullscreenChanged, .maximizedChanged, .decorationChanged,
            .capabilitiesChanged:
            break
        default: return false
        }
        update()
        return false
    }

    /// Shows header and bar, or hides them; a menu goes first.
    private func clicked(_ click: Click, at now: Int64) {
        if click.device == .touch { isByTouch = true }
        (leftFocus, composingField) = (nil, nil)
        if menu != nil {
            menu = nil
            return
        }
        for guest in guests.values where guest.scene.hasDraft { guest.leaveFocus() }
        if presence.isShown(at: now) {
            if panel == nil { leaveFocus(but: nil) }
            presence.dismiss()
            hidingPlace = click.device == .touch ? nil : click.point
        } else {
            hidingPlace = nil
            presence.moved(at: now)
        }
    }

    // MARK: - Guests

    func closePanel() {
        panel = nil
        onPanelClosed?()
    }

    /// The desktop's wishes, and those of the hand.
    var wishes: Appearance {
        var wishes = appearance
        if isByTouch { wishes.isForTouch = true }
        return wishes
    }

    /// Gives what is shown the look of the wishes; what a person has done there stays.
    private func redress() {
        guard look != nil, failure == nil, let look = dressed() else { return }
        for guest in guests.values { guest.dress(look, isSoft: isSoft(guest.name)) }
        update()
        for guest in guests.values { guest.redraw() }
    }

    private func isSoft(_ name: String) -> Bool {
        Self.softGuests.contains(name) && !appearance.isMotionReduced
    }

    private var hasHeader: Bool {
        switch headerPolicy {
        case .never: false
        case .always: true
        case .automatic: window.decoration == .none || window.isFullscreen
        }
    }

    /// True where there is no picture that somebody wants to see without guests, or something is wrong.
    private var isPictureless: Bool {
        guard let state else { return false }
        return state.place == .card || state.isFault || state.dimsPicture
    }

    /// Brings what is shown up to date with what shall be.
    func update() {
        guard isBegun, failure == nil else { return }
        let now = MonotonicClock.now()
        presence.advance(to: now)
        if let end = passing?.end, end <= now, !isNoticeUsed { passing = nil }
        let size = window.size
        let isShown = presence.isShown(at: now) || panel != nil || menu != nil
        if !isShown {
            rememberFocus()
            // The picture that comes below the pointer then is no move of it.
            if pointed == "header" { (pointed, hidingPlace) = (nil, lastPlace) }
        }
        var content = OverlayContent()
        if hasHeader, isShown || isPictureless {
            content.header = OverlayContent.Header(
                title: title, detail: detail, isMaximized: window.isMaximized,
                isFullscreen: window.isFullscreen,
                buttons: appearance.buttonLayout.offered(
                    by: window.capabilities, isFullscreen: window.isFullscreen))
        }
        if isShown { content.bar = bar }
        let sign = isRecordingPaused ? RecordingSign.strokes : isDotFaint ? .faintDot : .dot
        let recordingMark = recordingTime.map {
            Element.recordingMark("recording", time: $0, sign: sign, isSilent: isRecordingSilent)
        }
        content.marks = [recordingMark, mark].compactMap(\.self)
        (content.state, content.notice, content.center) = (state, passing?.notice, center)
        (content.panel, content.tooltip) = (panel, tooltip)
        content.menu = menu.map { ($0.element, $0.place) }
        dim(state?.dimsPicture == true, size)
        show(content, Double(size.width), Double(size.height))
        // Words that wait behind a menu have their time when it is gone.
        if menu != nil, guests["notice"]?.isShown != true { passing?.end = now + Self.duration }
        guard failure == nil else { return }
        let shape = isShown ? cursor : .hidden
        // Each setting has the seats look for the pointer.
        if hasHeader || !bar.isEmpty, window.cursor != shape { window.cursor = shape }
        tellSight()
        plan()
    }

    /// Makes the dot of a recording bright, and has it faint half a second later, where it moves: nothing wakes while nothing is recorded.
    private func blink() {
        loop.cancel(&blinkTimer)
        isDotFaint = false
        guard recordingTime != nil, !isRecordingPaused, !appearance.isMotionReduced else { return }
        blinkTimer = loop.schedule(at: MonotonicClock.now() + Self.blinkTime) { [weak self] in
            guard let self else { return }
            (blinkTimer, isDotFaint) = (nil, true)
            update()
        }
    }

    /// True while the pointer rests on the words that pass, or the keyboard is at work in them.
    private var isNoticeUsed: Bool { pointed == "notice" || guests["notice"]?.isKeyed == true }

    /// Keeps in mind where the keyboard's focus was in what goes now.
    private func rememberFocus() {
        for name in ["bar", "header"] {
            guard let guest = guests[name], guest.isKeyed, let focused = guest.scene.focusedElement else {
                continue
            }
            leftFocus = (name, focused.element.id)
        }
    }

    /// Tells which elements of the panel are in sight, if they are others.
    private func tellSight() {
        guard let onPanelSight else { return }
        let panel = guests["panel"].flatMap { $0.isShown ? $0.scene.description : nil }
        let sight = panel?.elements.filter { !$0.visible.isEmpty }.map(\.element.id) ?? []
        guard sight != panelSight else { return }
        panelSight = sight
        onPanelSight(sight)
    }

    /// Dims the picture, or no longer.
    private func dim(_ isDimmed: Bool, _ size: SurfaceSize) {
        guard isDimmed else {
            scrim?.hide()
            return
        }
        do throws(WaylandError) {
            if scrim == nil { scrim = try Subsurface.scrim(over: window) }
            scrim?.resize(to: size)
            scrim?.show()
        } catch {
            fail("\(error)")
        }
    }

    /// The tooltip of what the pointer rests on, and its place; nil while there is none, or a menu is open, but for its own.
    private var tooltip: (element: Element, place: GuestPlace)? {
        for guest in guests.values where menu == nil || guest.name == "menu" {
            guard let tooltip = guest.scene.tooltip, let area = guest.area else { continue }
            return (.tooltip(tooltip), .beside(tooltip.anchor, of: guest.name, at: area))
        }
        return nil
    }

    private func show(_ content: OverlayContent, _ width: Double, _ height: Double) {
        let measures = Measures(isForTouch: wishes.isForTouch)
        let layout = GuestLayout(
            width: width, height: height, measures: measures, isRightToLeft: appearance.isRightToLeft,
            keepsHeader: hasHeader)
        let parts = content.parts(in: layout)
        guard !parts.isEmpty, let look = look ?? dressed() else {
            for guest in guests.values { guest.hide() }
            return
        }
        let areas = GuestPlan(parts, in: layout, fitting: look.size).areas
        for guest in guests.values where areas[guest.name] == nil { guest.hide() }
        for part in parts {
            guard let area = areas[part.name] else { continue }
            let guest = guests[part.name] ?? makeGuest(part.name, part.element, look)
            let isNew = guest.scene.root != part.element
            guest.scene.root = part.element
            do throws(WaylandError) {
                try guest.show(area)
            } catch {
                return fail("\(error)")
            }
            if isNew { guest.redraw() }
        }
        order()
    }

    /// Brings the surfaces of guests in order, once there is another one: a new surface lies over all.
    private func order() {
        let stack = OverlayContent.order.compactMap { guests[$0] }.filter(\.hasSurface)
        guard stack.count != stackedCount else { return }
        stackedCount = stack.count
        for (below, above) in zip(stack, stack.dropFirst()) { above.place(above: below) }
    }

    private func makeGuest(_ name: String, _ element: Element, _ look: Look) -> Guest {
        let guest = Guest(name, element, look, isSoft: isSoft(name), over: window, loop)
        guest.onAction = { [weak self] guest, action in self?.follow(action, of: guest) }
        guest.onPointer = { [weak self] guest, visit in self?.follow(visit, of: guest) }
        guest.onPress = { [weak self] guest in
            self?.leftFocus = nil
            self?.leaveFocus(but: guest)
        }
        guest.isPressMeant = { [weak self] guest, point in self?.isMeant(point, on: guest) ?? true }
        guest.onScroll = { [weak self] guest, scroll in
            guard let self, let area = guest.area else { return }
            let point = SurfacePoint(x: scroll.point.x + area.x, y: scroll.point.y + area.y)
            turn(foremost(at: point) ?? guest, scroll, at: point)
        }
        guest.onTooltip = { [weak self] in self?.update() }
        guest.onHeard = { [weak self] guest in if guest.name == "panel" { self?.tellSight() } }
        guest.onFailure = { [weak self] error in self?.fail("\(error)") }
        guests[name] = guest
        return guest
    }

    /// The look of the wishes; nil while its fonts are loaded, and where there are none.
    private func dressed() -> Look? {
        do throws(OverlayError) {
            guard let typesetter = try fonts.typesetter(wishes) else { return nil }
            look = Look(theme: Theme(wishes), typesetter: typesetter)
            return look
        } catch {
            fail("\(error)")
            return nil
        }
    }

    private func fail(_ reason: String) {
        guard failure == nil else { return }
        failure = reason
        for guest in guests.values { guest.hide() }
        scrim?.hide()
        window.cursor = cursor
        // A window that was to have a header has nothing else now.
        if headerPolicy == .always { window.setDecorationWanted(true) }
        tellSight()
        // The reason says what is not shown, too.
        logger.notice("\(reason)")
        onFailure?(reason)
    }

    /// Comes back at the moment at which something has to go.
    private func plan() {
        let moments = [presence.nextMoment, isNoticeUsed ? nil : passing?.end].compactMap(\.self)
        loop.replan(&timer, at: moments.min()) { [weak self] in self?.update() }
    }

    // MARK: - Pointer

    /// The guest that is seen at a place on the window; nil where the picture is.
    private func foremost(at point: SurfacePoint) -> Guest? {
        OverlayContent.foremost(at: point.x, point.y, in: guests.compactMapValues(\.area))
            .flatMap { guests[$0] }
    }

    private func turn(_ guest: Guest, _ scroll: Scroll, at point: SurfacePoint) {
        forgetTurned(but: guest)
        turned = guest
        guest.turn(scroll, at: point)
    }

    /// Takes the pointer from the guest that the wheel turned, since it is elsewhere.
    private func forgetTurned(but guest: Guest?) {
        if let turned, turned !== guest { turned.forgetPointer() }
        turned = nil
    }

    private func isMeant(_ point: SurfacePoint, on guest: Guest) -> Bool {
        guard let area = guest.area else { return true }
        let control = guest.scene.description.control(at: point.x, point.y)?.element.id
        let isMeant = secondPress.isMeant(
            SecondPress.Target(guest: guest.name, control: control), x: area.x + point.x,
            y: area.y + point.y, at: MonotonicClock.now())
        // The first click has brought the header: both were the picture's.
        if !isMeant, guest.name == "header", control == nil, secondPress.beganOnPicture,
            window.gestures.doubleClickTogglesFullscreen
        {
            window.setFullscreen(!window.isFullscreen)
        }
        return isMeant
    }

    // MARK: - Acts

    private func follow(_ visit: Guest.Visit, of guest: Guest) {
        let now = MonotonicClock.now()
        switch visit {
        case .began(let point):
            pointed = guest.name
            forgetTurned(but: guest)
            rest(at: point, on: guest, now)
        case .moved(let point):
            isByTouch = false
            let (wasHeld, wasShown) = (presence.isOnGuest, presence.isShown(at: now))
            rest(at: point, on: guest, now)
            // Without a change the timer sees by itself that it has to go on.
            if wasShown, presence.isOnGuest == wasHeld { return }
        case .ended:
            pointed = nil
            forgetTurned(but: guest)
            presence.leftGuest(at: now)
        case .lifted:
            pointed = nil
            presence.lifted(at: now)
            if !guests.values.contains(where: \.isTouched) { isByTouch = true }
        }
        update()
    }

    /// Takes note of the pointer's place on a guest: the header's empty ground keeps nothing there, as the picture does not.
    private func rest(at point: SurfacePoint?, on guest: Guest, _ now: Int64) {
        guard guest.name == "header", let point else { return presence.entered(at: now) }
        if let area = guest.area { lastPlace = SurfacePoint(x: point.x + area.x, y: point.y + area.y) }
        if guest.scene.holds(point.x, point.y) { presence.entered(at: now) } else { presence.passed(at: now) }
    }

    /// Keeps the place on the window at which a guest was asked for a menu.
    private func note(_ x: Double, _ y: Double, on guest: Guest) {
        guard let place = guest.onWindow(Area(x: x, y: y, width: 1, height: 1)) else { return }
        lastPlace = SurfacePoint(x: place.x, y: place.y)
    }

    private func follow(_ action: OverlayAction, of guest: Guest) {
        if let press = guest.grant?.press { lastPress = press }
        if guest.name != "menu", let open = menu, action.isPress {
            menu = nil
            if let opener = open.opener, action == .activated(opener) { return update() }
        }
        switch action {
        case .menuAsked(_, let x, let y), .groundPressed(.secondary, let x, let y, _): note(x, y, on: guest)
        default: break
        }
        switch action {
        // A menu has none of its own.
        case .menuAsked where guest.name == "menu",
            .groundPressed(.secondary, _, _, _) where guest.name == "menu":
            return
        case .menuAsked where guest.name == "header":
            if !guest.isKeyed { headerPressed(.secondary, 1, guest) }
        case .activated("window-close"):
            window.onEvent?(.close)
            return
        case .activated("window-minimize"): return window.minimize()
        case .activated("window-maximize"): return changeSize()
        case .activated(let id) where id == "\(panel?.id ?? "")-close": closePanel()
        case .groundPressed(let button, _, _, let count) where guest.name == "header":
            headerPressed(button, count, guest)
        case .groundDragged where guest.name == "header":
            if let grant = guest.grant { window.beginMove(grant.press) }
        default:
            let (isByKey, former, words) = (guest.isKeyed, panel?.id, passing?.notice)
            if guest.name == "menu", case .activated = action { menu = nil }
            if case .dragged = action { dragged = guest }
            onAction?(action)
            dragged = nil
            // What was pressed by key has done its part, as what the pointer leaves.
            if isByKey, guest.name == "notice", case .activated = action, passing?.notice == words {
                passing = nil
            }
            if isByKey { presence.keyPressed(at: MonotonicClock.now()) }
            update()
            // Who opens a panel by key goes on by key.
            if isByKey, panel?.id != former, let opened = guests["panel"], opened.isShown {
                presence.keysEnded()
                focusContent(of: opened)
            }
            return
        }
        update()
    }

    private func headerPressed(_ button: OverlayInput.PointerButton, _ count: Int, _ guest: Guest) {
        if button == .secondary, let grant = guest.grant {
            window.showWindowMenu(at: grant.point, grant.press)
        } else if button == .primary, count == 2 {
            changeSize()
        }
    }

    /// Leaves full screen, or maximises the window, or gives it its former size.
    private func changeSize() {
        if window.isFullscreen {
            window.setFullscreen(false)
        } else {
            window.setMaximized(!window.isMaximized)
        }
    }
}

extension OverlayAction {
    /// True for what a person did on purpose, and not for what the scene had no use for.
    fileprivate var isPress: Bool {
        switch self {
        case .activated, .toggled, .changed, .groundPressed, .dragged: true
        default: false
        }
    }
}
