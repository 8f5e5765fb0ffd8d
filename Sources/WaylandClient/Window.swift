internal import Glibc
public import LinuxIO
public import Logging

/// A window of the desktop (`xdg_toplevel`).
///
/// Confined to the main thread, except ``pacing``. Every user of ``surface`` must be gone before the window is.
@safe public final class Window {
    /// The closure that hears the window's events, on the main thread.
    public var onEvent: ((WindowEvent) -> Void)?
    /// The render thread's side of the window.
    public let pacing: SurfacePacing

    /// The `wl_surface`; lives as long as the window, or until ``renewSurface()``.
    public var surface: OpaquePointer { unsafe objects.surface.handle.pointer }
    /// The use of ``surface``; whoever draws in it keeps this until its driver is done with it.
    public private(set) var surfaceUse: SurfaceUse
    /// The surfaces that drivers may still use, by their numbers.
    private var formerSurfaces: [UInt32: WlSurface] = [:]

    /// The meaning of gestures on the picture.
    public var gestures = GesturePolicy()
    /// The pointer's shape over the picture, but for the edges; in full screen it hides after two seconds at rest.
    public var cursor = PointerShape.arrow {
        didSet { connection.registry.cursorChanged(of: self) }
    }
    /// The party that draws title bar and borders; told by ``WindowEvent/decorationChanged(_:)`` before the first configure, if it is not
    /// ``WindowDecoration/none``.
    public private(set) var decoration = WindowDecoration.none
    /// The acts that the compositor can do with the window.
    public private(set) var capabilities = WindowCapabilities.all

    let connection: WaylandConnection
    let loop: EventLoop
    private let me: LoopBound<Window>
    let logger: Logger
    private(set) var objects: WindowObjects
    /// The wishes, as they are by now.
    private var options: WindowOptions
    private(set) var geometry: WindowGeometry
    private var pending = WindowGeometry.Request()
    /// The configure that waits for us to know our size, or for the end of a picture.
    private var heldSerial: UInt32?
    private var scaling: SurfaceScaling?
    private var placeCount = 0
    /// The subsurfaces over the picture.
    var parts: [ProxyHandle: () -> Subsurface?] = [:]
    private var inhibitor: ZwpIdleInhibitorV1?
    private var activationToken: String?
    /// The request for another program's token that is not answered yet.
    var activationRequest: ActivationRequest?
    private var heldTitle: String?
    /// True once the window has gone from the screen for good.
    private(set) var isHidden = false

    /// Makes the window and commits it without a buffer; it appears with the first picture after the configure.
    ///
    /// - Parameters:
    ///   - connection: Kept alive by the window.
    ///   - options: The way it is to appear.
    ///   - loop: The main thread's loop, for timers.
    ///   - logger: Told of failures.
    /// - Throws: ``WaylandError`` when memory has run out.
    public init(
        connection: WaylandConnection, options: WindowOptions, loop: EventLoop,
        logger: Logger = Logger(label: "viewfinder.wayland")
    ) throws(WaylandError) {
        self.connection = connection
        self.loop = loop
        self.logger = logger
        self.options = options
        activationToken = options.activationToken ?? connection.registry.takeActivationToken()
        objects = try WindowObjects(connection.registry)
        geometry = WindowGeometry(initialSize: options.initialSize)
        var state = SurfaceState(logicalSize: geometry.size, scale: .whole(1))
        state.tellsSuspension = connection.registry.shell?.understands(version: 6) == true
        pacing = SurfacePacing(PacingCore(objects.forCommits(connection.registry), state: state))
        let me = LoopBound<Window>()
        self.me = me
        surfaceUse = Self.use(of: objects.surface, loop.inbox, me)
        pacing.onAwaitedEnd { [inbox = loop.inbox] in inbox.post { me.object?.answerHeld() } }
        scaling = SurfaceScaling(objects, connection.registry, pacing)
        me.object = self
        scaling?.onChange = { [weak self] in self?.scaleChanged() }
        begin()
    }

    private static func use(
        of surface: WlSurface, _ inbox: EventLoop.Inbox, _ me: LoopBound<Window>
    ) -> SurfaceUse {
        let number = surface.handle.identifier
        return SurfaceUse { inbox.post { me.object?.formerSurfaces.removeValue(forKey: number)?.destroy() } }
    }

    /// Describes the window, and commits it without a buffer.
    private func begin() {
        listen()
        connection.registry.add(self)
        describe()
        objects.surface.commit()
    }

    /// Makes the window anew, on another surface, with the same size, state and parts.
    ///
    /// The surface before stays behind, unseen, for as long as anybody keeps its ``surfaceUse``.
    ///
    /// This is for a window whose graphics device hangs. Its driver may still use the surface, and has the compositor's synchronisation
    /// object for it (linux-drm-syncobj-v1), of which there can be one: another device's would end the connection. It is also for one whose
    /// commits the compositor keeps back: mutter 50 forgets those that a driver wants shown at a certain time (commit-timing-v1). The desktop sees a
    /// window close, and another one open. Nobody may draw meanwhile; ``pacing`` waits for the new one's configure.
    ///
    /// - Throws: ``WaylandError`` when memory has run out; nothing can be shown then.
    public func renewSurface() throws(WaylandError) {
        guard !isHidden else { return }
        let (registry, old, isInhibited) = (connection.registry, objects, inhibitor != nil)
        (options.isFullscreen, options.isMaximized) = (isFullscreen, isMaximized)
        setIdleInhibited(false)
        activationRequest = nil
        objects = try WindowObjects(registry)
        registry.forget(old.surface.handle)
        old.destroyWindow()
        formerSurfaces[old.surface.handle.identifier] = old.surface
        surfaceUse = Self.use(of: objects.surface, loop.inbox, me)
        (pending, heldSerial) = (WindowGeometry.Request(), nil)
        pacing.update { [objects] in $0.restart(on: objects.forCommits(registry)) }
        scaling = SurfaceScaling(objects, registry, pacing)
        scaling?.onChange = { [weak self] in self?.scaleChanged() }
        let parts = parts.values.compactMap { $0() }.sorted { $0.placeNumber < $1.placeNumber }
        for part in parts { try part.moveToNewSurface() }
        begin()
        for part in parts { part.showOnNewSurface() }
        setIdleInhibited(isInhibited)
    }

    /// Takes the window from the screen for good: the desktop sees it close.
    ///
    /// ``surface`` stays, unseen, for users that are not done with it yet; ``pacing`` asks for no picture any more, and what is done with the window
    /// has no effect.
    public func hide() {
        guard !isHidden else { return }
        setIdleInhibited(false)
        (activationRequest, heldSerial, heldTitle, scaling) = (nil, nil, nil, nil)
        isHidden = true
        connection.registry.forget(objects.surface.handle)
        pacing.close()
        objects.destroyWindow()
        _ = connection.makeRoom()
    }

    /// The way to the window's thread from others.
    public var inbox: EventLoop.Inbox { loop.inbox }

    /// Counts the acts on the order of the subsurfaces.
    func nextPlaceNumber() -> Int {
        placeCount += 1
        return placeCount
    }

    deinit {
        hide()
        objects.surface.destroy()
    }

    /// Changes the text in the title bar; of a long one the beginning is shown.
    ///
    /// While the compositor does not read, the newest text waits.
    public func setTitle(_ title: String) {
        options.title = title
        guard !isHidden else { return }
        heldTitle = title.forWayland.withoutControls
        if connection.makeRoom() { sendTitle() }
    }

    /// True while a title waits until the compositor reads.
    var holdsTitle: Bool { heldTitle != nil }

    /// Sends the title that waits.
    func sendTitle() {
        if let title = heldTitle { objects.toplevel.setTitle(title: title) }
        heldTitle = nil
    }

    /// The size that the window has when the user chooses it, in logical units: not in full screen, maximized or in a layout; nil before
    /// there is one.
    public var floatingSize: SurfaceSize? { geometry.floatingSize }

    /// The size of the window's next picture, in logical units: on the main thread ahead of ``SurfacePacing/state`` while subsurfaces are drawn for it.
    public var size: SurfaceSize { geometry.size }

    /// Keeps the screen from blanking while the window is visible; without idle-inhibit it does nothing.
    public func setIdleInhibited(_ isInhibited: Bool) {
        guard isInhibited != (inhibitor != nil), !isHidden else { return }
        if isInhibited {
            inhibitor = connection.registry.idleInhibit?.createInhibitor(surface: objects.surface)
        } else {
            inhibitor?.destroy()
            inhibitor = nil
        }
    }

    /// Sets the first size where ``WindowOptions/initialSize`` left it open; a size that is known already stays.
    public func chooseInitialSize(_ size: SurfaceSize) {
        geometry.chooseInitialSize(size)
        answerHeld()
    }

    // MARK: - Start

    private func describe() {
        let toplevel = objects.toplevel
        toplevel.setTitle(title: options.title.forWayland.withoutControls)
        toplevel.setAppId(appId: options.applicationID.forWayland)
        toplevel.setMinSize(
            width: Int32(clamping: options.minimumSize.width),
            height: Int32(clamping: options.minimumSize.height))
        if options.isFullscreen { toplevel.setFullscreen(output: nil) }
        if options.isMaximized { toplevel.setMaximized() }
        setDecorationWanted(options.wantsDecoration)
        objects.contentType?.setContentType(contentType: .video)
    }

    private func listen() {
        var decorationMode: ZxdgToplevelDecorationV1.Mode?
        objects.toplevel.listen { [weak self] in self?.hear($0) }
        objects.shellSurface.listen { [weak self] event in
            if case .configure(let serial) = event { self?.configure(serial) }
        }
        objects.decoration?.listen { [weak self, logger] event in
            guard case .configure(let mode) = event, mode != decorationMode else { return }
            decorationMode = mode
            self?.take(mode == .serverSide ? .compositor : .none)
            if mode != .serverSide {
                logger.info(
                    "the compositor draws no title bar: drag the picture to move the window, its edges to resize"
                )
            }
        }
    }

    /// Takes note of the wish for a title bar.
    func noteDecoration(_ isWanted: Bool) { options.wantsDecoration = isWanted }

    /// Tells that an output has come, gone or changed.
    func outputsChanged() { scaling?.update() }

    private func scaleChanged() {
        for part in parts.values { part()?.scaleChanged() }
    }

    private func take(_ decoration: WindowDecoration) {
        guard decoration != self.decoration else { return }
        self.decoration = decoration
        onEvent?(.decorationChanged(decoration))
    }

    // MARK: - Configure

    private func hear(_ event: XdgToplevel.Event) {
        switch event {
        case .configure(let width, let height, let states):
            pending.size = SurfaceSize(width: Int(width), height: Int(height))
            pending.states = Set(states.map(XdgToplevel.State.init))
        case .configureBounds(let width, let height):
            geometry.bounds = SurfaceSize(width: Int(width), height: Int(height))
        case .close: onEvent?(.close)
        case .wmCapabilities(let words):
            let told = WindowCapabilities(words)
            guard told != capabilities else { return }
            capabilities = told
            onEvent?(.capabilitiesChanged(told))
        }
    }

    private func answerHeld() {
        if let serial = heldSerial { configure(serial) }
    }

    /// Answers the newest configure only, by the next commit; the protocol lets older ones go unanswered.
    ///
    /// Subsurfaces are drawn for another size first, and come with the first picture of that size.
    private func configure(_ serial: UInt32) {
        heldSerial = serial
        guard geometry.canApply(pending) else { return }
        let before = geometry
        geometry.apply(pending)
        if geometry.size != before.size, parts.values.contains(where: { $0()?.isMapped == true }) {
            guard pacing.beginResizing() else {
                geometry = before
                return
            }
            onEvent?(.resizing)
        }
        heldSerial = nil
        pacing.update { [geometry] core in
            core.presentationClock = connection.registry.presentationClock
            core.configure(geometry.size, serial: serial, isSuspended: geometry.isSuspended)
        }
        activateOnce()
        for seat in connection.registry.seats { seat.windowChanged(self) }
        onEvent?(.configured)
        if isFullscreen != before.isFullscreen { onEvent?(.fullscreenChanged(isFullscreen)) }
        if isMaximized != before.isMaximized { onEvent?(.maximizedChanged(isMaximized)) }
        if isActivated != before.isActivated { onEvent?(.activatedChanged(isActivated)) }
    }

    /// Hands the launcher's token to the compositor, once there is a window to activate.
    private func activateOnce() {
        guard let token = activationToken else { return }
        activationToken = nil
        // A part of a token opens nothing.
        guard token.forWayland == token else { return }
        connection.registry.activation?.activate(token: token, surface: objects.surface)
    }

}

extension Window: InputWindow {
    var toplevel: XdgToplevel? { isHidden ? nil : objects.toplevel }
    var scale: Double { pacing.state.scale }
    func tell(_ event: WindowEvent) { onEvent?(event) }
}

extension String {
    /// The text as a request can carry it: libwayland ends the connection over a message of more than 4096 bytes, and a text ends at its
    /// first zero.
    var forWayland: String {
        let text = prefix { $0 != "\0" }
        guard text.utf8.count > 1000 else { return String(text) }
        var short = ""
        var count = 0
        for letter in text {
            count += letter.utf8.count
            guard count <= 1000 else { break }
            short.append(letter)
        }
        return short + "…"
    }
}
