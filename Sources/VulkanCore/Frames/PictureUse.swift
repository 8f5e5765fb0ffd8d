/// The use of a frame's samples, which decides how they are read.
public enum PictureUse: Sendable {
    /// A view draws them as they are.
    case drawing
    /// Filters compute with them; a view can draw them, too.
    case filters
}
