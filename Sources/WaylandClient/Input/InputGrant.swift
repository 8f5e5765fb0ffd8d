/// A press by which the user lets the program act on the window.
///
/// A compositor moves or resizes a window, opens its menu, or drags files out of it, for a press of a button or a finger only, and soon after it. The
/// grant names that press: its serial, and the seat that it came from.
public struct InputGrant: Hashable, Sendable {
    /// The serial of the press on the connection.
    public let serial: UInt32
    /// The seat's global, by its name in the registry.
    let seat: UInt32
}
