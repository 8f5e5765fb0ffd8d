/// The shape of the pointer over a surface, drawn in the user's theme.
public enum PointerShape: Hashable, Sendable, CaseIterable {
    /// The usual arrow.
    case arrow
    /// The hand over what can be pressed.
    case hand
    /// The bar over text.
    case text
    /// The open hand over what can be dragged.
    case grab
    /// The closed hand that drags.
    case grabbing
    /// The arrows over what can be drawn to left and right.
    case resizeAcross
    /// The arrows over what can be drawn up and down.
    case resizeDown
    /// The sign that nothing can be done here.
    case notAllowed
    /// None at all.
    case hidden

    /// The shape in cursor-shape-v1, and the names in cursor themes: that of CSS, then that of X11.
    var cursor: (shape: WpCursorShapeDeviceV1.Shape, names: [String]) {
        switch self {
        case .arrow, .hidden: (.default, ["default", "left_ptr"])
        case .hand: (.pointer, ["pointer", "hand2"])
        case .text: (.text, ["text", "xterm"])
        case .grab: (.grab, ["grab", "openhand", "hand1"])
        case .grabbing: (.grabbing, ["grabbing", "closedhand", "fleur"])
        case .resizeAcross: (.ewResize, ["ew-resize", "sb_h_double_arrow"])
        case .resizeDown: (.nsResize, ["ns-resize", "sb_v_double_arrow"])
        case .notAllowed: (.notAllowed, ["not-allowed", "crossed_circle"])
        }
    }
}
