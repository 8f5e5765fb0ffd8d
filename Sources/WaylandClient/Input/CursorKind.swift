/// A cursor over a window: a shape, or that of an edge.
enum CursorKind: Hashable {
    case shape(PointerShape)
    case resize(XdgToplevel.ResizeEdge)

    /// Makes the resize cursor of an edge; where there is none, another shape.
    init(_ edge: XdgToplevel.ResizeEdge?, else shape: PointerShape) {
        self = edge.map(CursorKind.resize) ?? .shape(shape)
    }

    /// The shape in cursor-shape-v1, and the names in cursor themes: that of CSS, then that of X11.
    var cursor: (shape: WpCursorShapeDeviceV1.Shape, names: [String]) {
        switch self {
        case .shape(let shape): shape.cursor
        case .resize(.top): (.nResize, ["n-resize", "top_side"])
        case .resize(.bottom): (.sResize, ["s-resize", "bottom_side"])
        case .resize(.left): (.wResize, ["w-resize", "left_side"])
        case .resize(.right): (.eResize, ["e-resize", "right_side"])
        case .resize(.topLeft): (.nwResize, ["nw-resize", "top_left_corner"])
        case .resize(.topRight): (.neResize, ["ne-resize", "top_right_corner"])
        case .resize(.bottomLeft): (.swResize, ["sw-resize", "bottom_left_corner"])
        case .resize(.bottomRight): (.seResize, ["se-resize", "bottom_right_corner"])
        default: PointerShape.arrow.cursor
        }
    }
}
