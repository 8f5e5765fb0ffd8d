/// The kind of device by which a person points.
public enum InputDevice: Hashable, Sendable {
    /// A mouse, a touchpad, a trackball: all that moves the one pointer of a seat.
    case pointer
    /// A finger on a touch screen.
    case touch
    /// A pen, or another tool of a drawing tablet.
    case pen
}

/// A button of a pointer or a pen.
public enum PointerButton: Hashable, Sendable {
    /// The main button: a mouse's left one, a pen's tip.
    case primary
    /// The button of menus: a mouse's right one, a pen's lower one.
    case secondary
    /// The wheel of a mouse, a pen's upper button.
    case middle
    /// Another button, by its number in `linux/input-event-codes.h`.
    case other(UInt32)

    /// Names a button by its number in `linux/input-event-codes.h`: `BTN_LEFT` and its neighbours, `BTN_STYLUS` and `BTN_STYLUS2`.
    init(code: UInt32) {
        switch code {
        case 0x110: self = .primary
        case 0x111, 0x14b: self = .secondary
        case 0x112, 0x14c: self = .middle
        default: self = .other(code)
        }
    }
}
