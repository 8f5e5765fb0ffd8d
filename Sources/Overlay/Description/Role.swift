/// The purpose of an element, as assistive programs know it.
public enum Role: String, Sendable, Hashable {
    case alert, button, checkItem, field, graph, group, heading, item, label, list, picture, progress,
        separator
    case slider, toggle, toolbar
}

/// The states of an element beside its value.
public struct ElementState: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The keyboard's words go to it.
    public static let focused = ElementState(rawValue: 1)
    /// The focus is shown, because it came by the keyboard.
    public static let focusShown = ElementState(rawValue: 2)
    /// The pointer is on it.
    public static let hovered = ElementState(rawValue: 4)
    /// It is held down.
    public static let pressed = ElementState(rawValue: 8)
    /// It cannot be used now.
    public static let disabled = ElementState(rawValue: 16)
    /// It is on, or chosen.
    public static let checked = ElementState(rawValue: 32)
    /// A row that is being moved would come before it.
    public static let dropBefore = ElementState(rawValue: 128)
    /// A row that is being moved would come after it.
    public static let dropAfter = ElementState(rawValue: 256)
    /// Its menu or page is open.
    public static let expanded = ElementState(rawValue: 64)
}
