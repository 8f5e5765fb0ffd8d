internal import LinuxIO

/// A window as keyboards and pointers see it.
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

/// The globals that keyboards and pointers need, and the windows by their surfaces.
protocol InputGlobals: AnyObject {
    var compositor: WlCompositor? { get }
    var sharedMemory: WlShm? { get }
    var cursorShape: WpCursorShapeManagerV1? { get }
    var environment: UserEnvironment { get }
    func inputWindow(of surface: ProxyHandle) -> (any InputWindow)?
}
