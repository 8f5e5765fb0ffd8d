/// An arrangement of several pictures in one view.
public enum LiveViewArrangement: String, Sendable, Hashable, CaseIterable {
    /// Side by side.
    case row
    /// In as many columns and rows as make them largest.
    case grid
}
