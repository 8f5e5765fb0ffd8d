internal import LinuxIO

/// A window as keyboards, pointers and fingers see it.
protocol InputWindow: AnyObject {
    /// The main thread's loop, for timers.
    var loop: EventLoop { get }
    var geometry: WindowGeometry { get }
    var toplevel: XdgToplevel { get }
    /// Pixels of its picture per logical unit.
    var scale: Double { get }
    func setFullscreen(_ isWanted: Bool)
    /// Takes a press of a key.
    func take(_ press: KeyPress)
}

extension InputWindow {
    /// Does what a gesture asks for.
    func perform(_ action: PointerGestures.Action?, of seat: WlSeat) {
        switch action {
        case .toggleFullscreen: setFullscreen(!geometry.isFullscreen)
        case .move(let serial): toplevel.move(seat: seat, serial: serial)
        case .resize(let serial, let edge): toplevel.resize(seat: seat, serial: serial, edges: edge)
        case .showMenu(let serial, let x, let y):
            toplevel.showWindowMenu(seat: seat, serial: serial, x: Int32(x), y: Int32(y))
        case nil: break
        }
    }
}

/// The globals that keyboards and pointers need, and the windows by their surfaces.
protocol InputGlobals: AnyObject {
    var compositor: WlCompositor? { get }
    var sharedMemory: WlShm? { get }
    var cursorShape: WpCursorShapeManagerV1? { get }
    var environment: UserEnvironment { get }
    func inputWindow(of surface: ProxyHandle) -> (any InputWindow)?
}
