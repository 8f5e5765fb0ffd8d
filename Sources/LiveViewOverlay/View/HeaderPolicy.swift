/// The windows that have a header over the picture.
public enum HeaderPolicy: Sendable, Hashable {
    /// Those whose title bar nobody draws, and all in full screen.
    case automatic
    /// All of them, also those with a title bar, which a program can do without (``WaylandClient/WindowOptions/wantsDecoration``).
    ///
    /// Where nothing can be shown over the picture, the compositor is asked for a title bar.
    case always
    /// None.
    case never
}
