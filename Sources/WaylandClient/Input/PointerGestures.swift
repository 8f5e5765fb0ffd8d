/// The meaning of presses and motions over a window; pure.
struct PointerGestures {
    /// A press of the main button, with its serial and its time.
    struct Press: Equatable {
        let serial: UInt32
        let time: UInt32
        let point: SurfacePoint
    }

    /// The meaning of a motion or a press; the window and its policy make something of it.
    enum Action: Equatable {
        case click(Press)
        case doubleClick(Press)
        case secondaryClick(Press)
        case resize(serial: UInt32, edge: XdgToplevel.ResizeEdge)
        case dragBegan(Press)
        case dragMoved(Press)
        case dragEnded(Press)
    }

    /// The longest time between the presses of a double click, in milliseconds.
    private static let doubleClickTime: UInt32 = 400
    /// The distance from an edge within which a press resizes, and from a corner along the edge within which it resizes
    /// both ways.
    private static let edgeWidth = 8.0
    private static let cornerLength = 24.0

    /// The distance that the pointer may go before a press becomes a drag, in logical units.
    private let dragDistance: Double
    /// The place of the pointer.
    private(set) var point = SurfacePoint(x: 0, y: 0)
    /// The press of the main button while it is down and may still become a drag.
    private var held: Press?
    /// The last click, which a second one makes double.
    private var click: Press?
    /// The press of the drag that is under way.
    private var dragged: Press?

    init(dragDistance: Double = 4) { self.dragDistance = dragDistance }

    mutating func enter(_ point: SurfacePoint) { self.point = point }

    /// Forgets a held press: the compositor has taken the pointer.
    mutating func leave() -> Action? {
        defer { (held, click, dragged) = (nil, nil, nil) }
        return dragged.map(Action.dragEnded)
    }

    /// Takes a motion.
    ///
    /// - Parameters:
    ///   - point: The new place.
    ///   - isTaken: True when the compositor takes the pointer with the beginning of a drag, to move the window.
    /// - Returns: The beginning or the next moment of a drag; nil for a motion that means nothing more.
    mutating func move(to point: SurfacePoint, isTaken: Bool) -> Action? {
        self.point = point
        if let dragged { return .dragMoved(dragged) }
        guard let press = held, point.distance(to: press.point) > dragDistance else { return nil }
        (held, click) = (nil, nil)
        if !isTaken { dragged = press }
        return .dragBegan(press)
    }

    /// Takes a button that went down or up.
    mutating func press(
        _ button: PointerButton, isDown: Bool, serial: UInt32, time: UInt32, in window: WindowGeometry
    ) -> Action? {
        let press = Press(serial: serial, time: time, point: point)
        switch (button, isDown) {
        case (.primary, true): return pressMain(press, in: window)
        case (.primary, false): return release()
        case (.secondary, true): return .secondaryClick(press)
        default: return nil
        }
    }

    private mutating func release() -> Action? {
        defer { (held, dragged) = (nil, nil) }
        return dragged.map(Action.dragEnded) ?? held.map(Action.click)
    }

    private mutating func pressMain(_ press: Press, in window: WindowGeometry) -> Action? {
        if let edge = Self.edge(at: point, in: window) {
            (held, click) = (nil, nil)
            return .resize(serial: press.serial, edge: edge)
        }
        // Times are of 32 bits and wrap.
        if let click, press.time &- click.time <= Self.doubleClickTime,
            point.distance(to: click.point) <= dragDistance
        {
            (held, self.click) = (nil, nil)
            return .doubleClick(press)
        }
        (held, click) = (press, press)
        return nil
    }

    /// Finds the edge or corner at a place of a window; nil in the middle and where the window cannot be resized.
    static func edge(at point: SurfacePoint, in window: WindowGeometry) -> XdgToplevel.ResizeEdge? {
        guard window.isResizable else { return nil }
        let (left, right) = (point.x, Double(window.size.width) - point.x)
        let (top, bottom) = (point.y, Double(window.size.height) - point.y)
        let width = edgeWidth
        guard min(left, right, top, bottom) < width else { return nil }
        let horizontal = min(top, bottom) < width ? cornerLength : width
        let vertical = min(left, right) < width ? cornerLength : width
        var bits: UInt32 = 0
        if left < horizontal {
            bits |= XdgToplevel.ResizeEdge.left.rawValue
        } else if right < horizontal {
            bits |= XdgToplevel.ResizeEdge.right.rawValue
        }
        if top < vertical {
            bits |= XdgToplevel.ResizeEdge.top.rawValue
        } else if bottom < vertical {
            bits |= XdgToplevel.ResizeEdge.bottom.rawValue
        }
        return XdgToplevel.ResizeEdge(rawValue: bits)
    }
}
