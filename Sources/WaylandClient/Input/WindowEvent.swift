/// An event of a window, heard on the main thread.
///
/// Those of pointer, pen and fingers are of the window's own picture; a ``Subsurface`` hears its own. ``GesturePolicy`` says which of them act on the
/// window instead of being told.
public enum WindowEvent: Sendable, Equatable {
    /// The user wants the window gone; the application decides.
    case close
    /// The window is about to have another ``Window/size``: subsurfaces that are resized, moved and drawn now come with its first picture of that size.
    ///
    /// Told only where there are some that show something; ``configured`` follows.
    case resizing
    /// The compositor has chosen size or state; ``SurfacePacing/state`` has them.
    case configured
    /// The window has gone into or out of full screen.
    case fullscreenChanged(Bool)
    /// The window has been maximised, or is so no longer.
    case maximizedChanged(Bool)
    /// The window has become the one that the user works with, or is so no longer.
    case activatedChanged(Bool)
    /// The compositor has begun or ceased to draw title bar and borders.
    case decorationChanged(WindowDecoration)
    /// The compositor has said what it can do with the window.
    case capabilitiesChanged(WindowCapabilities)
    /// A key went down, or repeats while it is held.
    case key(KeyPress)
    /// The pointer or a pen has come to a place on the picture, or has moved there.
    case pointerMoved(SurfacePoint, InputDevice)
    /// The pointer or a pen is no longer on the picture; it may be on a subsurface.
    case pointerLeft
    /// The main button, a finger or a pen's tip went down and up at one place; told when it goes up.
    ///
    /// The first half of a double click is told, too.
    case clicked(Click)
    /// A second press has followed at one place within 400 ms; told when it goes down.
    case doubleClicked(Click)
    /// The button of menus went down.
    case secondaryClicked(Click)
    /// A press has moved so far that it is no click.
    case dragBegan(Drag)
    /// A drag goes on.
    case dragMoved(Drag)
    /// A drag is over: the button is up, or the compositor has taken the pointer.
    case dragEnded(Drag)
    /// A wheel was turned, or fingers scroll.
    case scrolled(Scroll)
    /// Fingers go apart or together.
    case pinched(Pinch)
}
