internal import LinuxIO
internal import Logging

/// The compositor's globals: those that every window needs, the optional ones, and outputs and seats, which come and
/// go.
final class Registry {
    struct Global {
        let name: UInt32
        let interface: String
        let version: UInt32
    }

    /// The most globals that are kept: compositors have some sixty, and one that goes on for ever is heard no further.
    private static let mostGlobals = 1024

    let environment: UserEnvironment
    private let proxy: WlRegistry
    private let display: WlDisplay
    private let logger: Logger
    private(set) var globals: [Global] = []
    private var isBound = false
    private var bound: [ProxyHandle] = []
    private var windows: [ProxyHandle: () -> Window?] = [:]
    private var parts: [ProxyHandle: () -> Subsurface?] = [:]
    private var isTokenTaken = false

    private(set) var compositor: WlCompositor?
    private(set) var shell: XdgWmBase?
    private(set) var sharedMemory: WlShm?
    private(set) var decorations: ZxdgDecorationManagerV1?
    private(set) var viewporter: WpViewporter?
    private(set) var fractionalScale: WpFractionalScaleManagerV1?
    private(set) var presentation: WpPresentation?
    private(set) var cursorShape: WpCursorShapeManagerV1?
    private(set) var idleInhibit: ZwpIdleInhibitManagerV1?
    private(set) var activation: XdgActivationV1?
    private(set) var contentType: WpContentTypeManagerV1?
    /// The compositor's graphics device; nil where it does not tell.
    private(set) var graphics: GraphicsFeedback?
    /// Bound when the first subsurface is made: most windows have none.
    private(set) lazy var subcompositor: WlSubcompositor? = find(WlSubcompositor.self)
    private(set) lazy var touchpadGestures: ZwpPointerGesturesV1? = find(
        ZwpPointerGesturesV1.self, without: "pinches on a touchpad are not heard")
    private(set) lazy var tablets: ZwpTabletManagerV2? = find(
        ZwpTabletManagerV2.self, without: "pens do what it makes of them")
    private lazy var dataManager: WlDataDeviceManager? = find(
        WlDataDeviceManager.self, without: "nothing is copied, or dragged into other programs")
    /// The clipboard and the drags of each seat, by its name.
    private var dataDevices: [UInt32: DataDevice] = [:]
    /// The last press of a key, a button or a finger; nil before the first.
    var lastInput: InputGrant?
    private(set) var outputs: [Output] = []
    private(set) var seats: [Seat] = []
    private(set) var presentationClock = PresentationClock.monotonic

    init(_ proxy: WlRegistry, of display: WlDisplay, _ environment: UserEnvironment, logger: Logger) {
        (self.proxy, self.display) = (proxy, display)
        self.environment = environment
        self.logger = logger
        proxy.listen { [weak self] in self?.hear($0) }
    }

    /// Tells whether the compositor offers an interface, bound or not.
    func offers<Kind: Proxy>(_ kind: Kind.Type) -> Bool { version(of: kind) > 0 }

    /// The version of an interface that the compositor offers, bound or not; 0 where it does not.
    private func version<Kind: Proxy>(of kind: Kind.Type) -> Int {
        globals.first { $0.interface == kind.description.name }.map { Int($0.version) } ?? 0
    }

    /// Binds everything that the compositor has named so far.
    func bind() throws(WaylandError) {
        isBound = true
        compositor = try require(WlCompositor.self)
        shell = try require(XdgWmBase.self)
        sharedMemory = find(WlShm.self)
        bindOptional()
        shell?.listen { [shell] event in
            if case .ping(let serial) = event { shell?.pong(serial: serial) }
        }
        presentation?.listen { [weak self] event in
            if case .clockId(let clock) = event {
                self?.presentationClock = PresentationClock(number: Int32(bitPattern: clock))
            }
        }
        for global in globals { bindChanging(global) }
    }

    private func bindOptional() {
        decorations = find(ZxdgDecorationManagerV1.self, without: "the window has no title bar")
        viewporter = find(WpViewporter.self)
        fractionalScale = viewporter == nil ? nil : find(WpFractionalScaleManagerV1.self)
        if fractionalScale == nil {
            logger.info(
                "the compositor lacks fractional-scale-v1 or viewporter: at scales like 1.25 it resizes the picture"
            )
        }
        presentation = find(
            WpPresentation.self, without: "presentation times and the exact refresh rate are unknown")
        cursorShape = find(WpCursorShapeManagerV1.self, without: "pointer shapes come from the cursor theme")
        idleInhibit = find(
            ZwpIdleInhibitManagerV1.self, without: "the screen may blank while a camera is shown")
        activation = find(XdgActivationV1.self, without: "the window may open behind others")
        contentType = find(
            WpContentTypeManagerV1.self, without: "the display cannot be told that it shows video")
        // Earlier versions tell all formats and no device.
        if version(of: ZwpLinuxDmabufV1.self) >= GraphicsFeedback.version {
            graphics = find(ZwpLinuxDmabufV1.self).flatMap { GraphicsFeedback($0) }
        }
    }

    /// Gives everything back; no event is heard any more.
    func close() {
        dataDevices = [:]
        for seat in seats { seat.release() }
        for output in outputs { output.release() }
        graphics?.release()
        for handle in bound.reversed() { handle.discard() }
        proxy.handle.discard()
        (seats, outputs, bound) = ([], [], [])
    }

    // MARK: - Windows

    /// The launcher's leave to open in front; for the first window that asks.
    func takeActivationToken() -> String? {
        guard !isTokenTaken, let token = environment.activationToken else { return nil }
        isTokenTaken = true
        return token
    }

    /// Lets input find a window by its surface.
    func add(_ window: Window) {
        windows[window.objects.surface.handle] = { [weak window] in window }
    }

    /// Sends what windows have held back while the compositor did not read.
    ///
    /// - Parameter flush: Sends what waits; false when the socket is full again.
    /// - Returns: False when something still waits.
    func sendHeld(_ flush: () -> Bool) -> Bool {
        for window in windows.values {
            guard let window = window(), window.holdsTitle else { continue }
            window.sendTitle()
            guard flush() else { return false }
        }
        for part in parts.values {
            guard let part = part(), part.isHeld else { continue }
            part.update()
            guard flush() else { return false }
        }
        return true
    }

    /// Lets input find a subsurface.
    func add(_ part: Subsurface) { parts[part.objects.surface.handle] = { [weak part] in part } }

    func forget(_ surface: ProxyHandle) {
        for device in dataDevices.values { device.forget(surface) }
        windows[surface] = nil
        parts[surface] = nil
    }

    /// Finds the seat that a press came from; nil once it is gone.
    func seat(of grant: InputGrant) -> WlSeat? { seats.first { $0.name == grant.seat }?.proxy }

    /// Begins to drag files.
    ///
    /// - Parameters:
    ///   - files: The files' paths.
    ///   - origins: The surface that was pressed, and those that it belongs to.
    ///   - grant: The press.
    /// - Returns: False where the compositor cannot do that, the press is gone, or a path is not absolute.
    func beginDrag(of files: [String], from origins: [WlSurface], _ grant: InputGrant) -> Bool {
        guard !files.isEmpty, files.allSatisfy({ $0.hasPrefix("/") }) else { return false }
        return dataDevices[grant.seat]?.begin(files, from: origins, serial: grant.serial) == true
    }

    /// Puts data on the clipboard of the seat with the last press.
    ///
    /// - Returns: False where there is none.
    func copy(_ data: [SharedData]) -> Bool {
        lastInput.flatMap { dataDevices[$0.seat]?.copy(data, serial: $0.serial) } == true
    }

    /// The clipboard of the seat with the last press; nil where nothing is on it.
    var selection: DataOffer? { lastInput.flatMap { dataDevices[$0.seat]?.selection } }

    /// Tells that a window or a subsurface wants another cursor.
    func cursorChanged(of surface: AnyObject) {
        for seat in seats { seat.cursorChanged(of: surface) }
    }

    func window(of surface: ProxyHandle) -> Window? { windows[surface]?() }

    // MARK: - Outputs and seats

    private func hear(_ event: WlRegistry.Event) {
        switch event {
        case .global(let name, let interface, let version):
            guard globals.count < Self.mostGlobals else { return }
            let global = Global(name: name, interface: interface, version: version)
            globals.append(global)
            if isBound { bindChanging(global) }
        case .globalRemove(let name):
            globals.removeAll { $0.name == name }
            remove(name)
        }
    }

    private func remove(_ name: UInt32) {
        dataDevices[name] = nil
        if let place = seats.firstIndex(where: { $0.name == name }) { seats.remove(at: place).release() }
        guard let place = outputs.firstIndex(where: { $0.name == name }) else { return }
        outputs.remove(at: place).release()
        tellOutputs()
    }

    private func tellOutputs() {
        for window in windows.values { window()?.outputsChanged() }
    }

    private func bindChanging(_ global: Global) {
        switch global.interface {
        case WlOutput.description.name:
            guard let proxy = bind(WlOutput.self, global) else { return }
            outputs.append(Output(proxy, name: global.name) { [weak self] in self?.tellOutputs() })
        case WlSeat.description.name:
            guard let proxy = bind(WlSeat.self, global) else { return }
            seats.append(Seat(proxy, name: global.name, globals: self, logger: logger))
            dataDevices[global.name] = dataManager.flatMap {
                DataDevice($0, of: proxy, on: display, logger: logger)
            }
        default: break
        }
    }

    // MARK: - Binding

    private func require<Kind: Proxy>(_ kind: Kind.Type) throws(WaylandError) -> Kind {
        if let found = find(kind) { return found }
        throw WaylandError(
            "no window: the compositor does not offer \(kind.description.name); use a desktop that speaks xdg-shell"
        )
    }

    private func find<Kind: Proxy>(_ kind: Kind.Type, without loss: String? = nil) -> Kind? {
        if let global = globals.first(where: { $0.interface == kind.description.name }) {
            let found = bind(kind, global)
            if let found { bound.append(found.handle) }
            return found
        }
        if let loss { logger.info("the compositor lacks \(kind.description.name): \(loss)") }
        return nil
    }

    private func bind<Kind: Proxy>(_ kind: Kind.Type, _ global: Global) -> Kind? {
        let version = min(global.version, UInt32(kind.description.version))
        return proxy.bind(name: global.name, as: kind, version: version)
    }
}

extension Registry: InputGlobals {
    func inputWindow(of surface: ProxyHandle) -> (any InputWindow)? { window(of: surface) }

    func inputPart(of surface: ProxyHandle) -> (any InputPart)? { parts[surface]?() }
}
