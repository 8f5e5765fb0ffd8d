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

    /// The shape in cursor-shape-v1.
    var wire: WpCursorShapeDeviceV1.Shape {
        switch self {
        case .arrow, .hidden: .default
        case .hand: .pointer
        case .text: .text
        case .grab: .grab
        case .grabbing: .grabbing
        case .resizeAcross: .ewResize
        case .resizeDown: .nsResize
        case .notAllowed: .notAllowed
        }
    }

    /// The names in cursor themes: that of CSS, then that of X11.
    var themeNames: [String] {
        switch self {
        case .arrow, .hidden: ["default", "left_ptr"]
        case .hand: ["pointer", "hand2"]
        case .text: ["text", "xterm"]
        case .grab: ["grab", "openhand", "hand1"]
        case .grabbing: ["grabbing", "closedhand", "fleur"]
        case .resizeAcross: ["ew-resize", "sb_h_double_arrow"]
        case .resizeDown: ["ns-resize", "sb_v_double_arrow"]
        case .notAllowed: ["not-allowed", "crossed_circle"]
        }
    }
}
