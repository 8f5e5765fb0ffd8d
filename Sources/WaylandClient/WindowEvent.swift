/// An event of a window, heard on the main thread.
public enum WindowEvent: Sendable, Equatable {
    /// The user wants the window gone; the application decides.
    case close
    /// The compositor has chosen size or state; ``SurfacePacing/state`` has them.
    case configured
    /// The window has gone into or out of full screen.
    case fullscreenChanged(Bool)
    /// A key went down, or repeats while it is held.
    case key(KeyPress)
}
