/// Something that a person does, in the logical units of the surface.
public enum OverlayInput: Sendable, Hashable {
    /// The pointer moved, or came.
    case pointerMoved(x: Double, y: Double)
    /// The pointer left the surface.
    case pointerLeft
    /// A button went down.
    case pressed(PointerButton, x: Double, y: Double)
    /// A button came up.
    case released(PointerButton, x: Double, y: Double)
    /// The wheel turned by so many steps, positive downwards, while some keys were held; touchpads give parts of steps.
    case scrolled(steps: Double, x: Double, y: Double, OverlayModifiers = [])
    /// A finger came down.
    case touchBegan(Int32, x: Double, y: Double)
    /// A finger moved.
    case touchMoved(Int32, x: Double, y: Double)
    /// A finger was lifted.
    case touchEnded(Int32)
    /// The compositor took all fingers for itself.
    case touchCancelled
    /// A key that is no letter.
    case key(OverlayKey, OverlayModifiers)
    /// Letters, as the keyboard's layout gives them.
    case typed(String)

    /// The longest time between the two presses of a double click, in nanoseconds.
    public static let doublePressTime: Int64 = 400_000_000
    /// The longest way between the two presses of a double click, along and across, in logical units.
    public static let doublePressWay = 8.0

    /// False for places that are no numbers, which no compositor should send.
    var isFinite: Bool {
        switch self {
        case .pointerMoved(let x, let y), .pressed(_, let x, let y), .released(_, let x, let y),
            .touchBegan(_, let x, let y), .touchMoved(_, let x, let y):
            x.isFinite && y.isFinite
        case .scrolled(let steps, let x, let y, _): steps.isFinite && x.isFinite && y.isFinite
        case .pointerLeft, .touchEnded, .touchCancelled, .key, .typed: true
        }
    }

    /// A button of a pointer.
    public enum PointerButton: Sendable, Hashable {
        /// The one that presses.
        case primary
        /// The one that opens menus.
        case secondary
        /// Another.
        case other
    }
}

/// A key that a scene knows beside letters.
public enum OverlayKey: Sendable, Hashable {
    case tab, left, right, up, down, pageUp, pageDown, home, end, enter, space, escape, backspace, delete,
        menu
    /// The letter A with the control key, which selects all.
    case selectAll
}

/// Keys that are held while another one is pressed.
public struct OverlayModifiers: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The shift key.
    public static let shift = OverlayModifiers(rawValue: 1)
    /// The control key.
    public static let control = OverlayModifiers(rawValue: 2)
}

/// Something that a scene tells its program; elements go by their names.
public enum OverlayAction: Sendable, Hashable {
    /// A button, a row or a thumbnail was pressed.
    case activated(String)
    /// A slider has another number; final when it was let go.
    case changed(String, Double, isFinal: Bool)
    /// A switch has another state.
    case toggled(String, Bool)
    /// A field has another text.
    case edited(String, String)
    /// The text of a field is whole (Return).
    case submitted(String, String)
    /// A field was left, by a press elsewhere, Tab or Down, with a text that Return has not made whole.
    case left(String, String)
    /// A field was left by Escape; its text stays.
    case cancelled(String)
    /// A row was moved before another one of its neighbours, or behind all of them.
    case moved(String, before: String?)
    /// A thumbnail is being dragged away.
    case dragged(String)
    /// A menu is asked for: the secondary button, the menu key, or a finger that stays.
    case menuAsked(String, x: Double, y: Double)
    /// The ground was pressed, so many times in a row: windows move and grow by it.
    case groundPressed(OverlayInput.PointerButton, x: Double, y: Double, count: Int)
    /// The ground was pressed, and is being dragged.
    case groundDragged
    /// The scene had no use for it; a key is the program's own.
    case unused(OverlayInput)
}
