/// A cursor over a window: a shape, or that of an edge.
enum CursorKind: Hashable {
    case shape(PointerShape)
    case resize(XdgToplevel.ResizeEdge)

    /// Makes the resize cursor of an edge; where there is none, another shape.
    init(_ edge: XdgToplevel.ResizeEdge?, else shape: PointerShape) {
        self = edge.map(CursorKind.resize) ?? .shape(shape)
    }

    /// The shape in cursor-shape-v1.
    var shape: WpCursorShapeDeviceV1.Shape {
        switch self {
        case .shape(let shape): shape.wire
        case .resize(.top): .nResize
        case .resize(.bottom): .sResize
        case .resize(.left): .wResize
        case .resize(.right): .eResize
        case .resize(.topLeft): .nwResize
        case .resize(.topRight): .neResize
        case .resize(.bottomLeft): .swResize
        case .resize(.bottomRight): .seResize
        default: .default
        }
    }

    /// The names in cursor themes: that of CSS, then that of X11.
    var themeNames: [String] {
        switch self {
        case .shape(let shape): shape.themeNames
        case .resize(.top): ["n-resize", "top_side"]
        case .resize(.bottom): ["s-resize", "bottom_side"]
        case .resize(.left): ["w-resize", "left_side"]
        case .resize(.right): ["e-resize", "right_side"]
        case .resize(.topLeft): ["nw-resize", "top_left_corner"]
        case .resize(.topRight): ["ne-resize", "top_right_corner"]
        case .resize(.bottomLeft): ["sw-resize", "bottom_left_corner"]
        case .resize(.bottomRight): ["se-resize", "bottom_right_corner"]
        default: ["default", "left_ptr"]
        }
    }
}
