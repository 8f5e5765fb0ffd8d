/// The windows that have a header over the picture.
public enum HeaderPolicy: Sendable, Hashable {
    /// Those whose title bar nobody draws, and all in full screen.
    case automatic
    /// All of them.
    case always
    /// None.
    case never
}
