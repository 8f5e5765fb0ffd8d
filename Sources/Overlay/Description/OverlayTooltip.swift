/// The name of what the pointer rests on, to be shown beside it.
public struct OverlayTooltip: Sendable, Hashable {
    /// The element's name for the program.
    public let id: String
    /// Its name for a person, and in a second line the reason why it cannot be used.
    public let text: String
    /// The key that does the same; nil for none.
    public let key: String?
    /// The element's place.
    public let anchor: Area
}
