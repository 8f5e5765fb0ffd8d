/// An event of a person's pointer, pen or fingers on a ``Subsurface``, in its own logical units.
///
/// Times are in milliseconds of the compositor's clock of 32 bits, which wraps.
public enum SurfaceInput: Sendable, Equatable {
    /// The pointer or a pen has come over the surface.
    case entered(SurfacePoint, InputDevice)
    /// The pointer or the pen is no longer over the surface, or the compositor has taken it.
    case left
    /// The pointer or the pen has moved; while a button is held, outside of the surface, too.
    case moved(SurfacePoint, time: UInt32)
    /// A button went down or up.
    case button(PointerButton, isDown: Bool, at: SurfacePoint, time: UInt32, InputGrant)
    /// A wheel was turned, or fingers scroll.
    case scrolled(Scroll)
    /// Fingers on a touchpad go apart or together.
    case pinched(Pinch)
    /// A finger went down; it has the number until it goes up.
    case touchBegan(id: Int, at: SurfacePoint, time: UInt32, InputGrant)
    /// A finger has moved; perhaps to outside of the surface.
    case touchMoved(id: Int, to: SurfacePoint, time: UInt32)
    /// A finger went up.
    case touchEnded(id: Int, time: UInt32)
    /// The compositor has taken all fingers: what they did is to be undone.
    case touchesCancelled
}
