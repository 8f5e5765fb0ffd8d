/// The meaning of presses and motions over a window; pure.
struct PointerGestures {
    /// The buttons that mean something, by their numbers in `linux/input-event-codes.h`.
    enum Button: UInt32 {
        case left = 0x110
        case right = 0x111
    }

    /// A command to the window; serials are those of the button press.
    enum Action: Equatable {
        case toggleFullscreen
        case move(serial: UInt32)
        case resize(serial: UInt32, edge: XdgToplevel.ResizeEdge)
        case showMenu(serial: UInt32, x: Int, y: Int)
    }

    /// The longest time between the presses of a double click, in milliseconds.
    private static let doubleClickTime: UInt32 = 400
    /// The distance from an edge within which a press resizes, and from a corner along the edge within which it resizes
    /// both ways.
    private static let edgeWidth = 8.0
    private static let cornerLength = 24.0

    private struct Press {
        let serial: UInt32
        let time: UInt32
        let x: Double
        let y: Double
    }

    /// The distance that the pointer may go before a press becomes a drag, in logical units.
    private let dragDistance: Double
    private var x = 0.0
    private var y = 0.0
    /// The press of the left button while it is down and may still become a drag.
    private var held: Press?
    /// The last click, which a second one makes double.
    private var click: Press?

    init(dragDistance: Double = 4) { self.dragDistance = dragDistance }

    mutating func enter(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// Forgets a held press without a word: the compositor has taken the pointer.
    mutating func leave() { (held, click) = (nil, nil) }

    mutating func move(toX x: Double, y: Double, in window: WindowGeometry) -> Action? {
        (self.x, self.y) = (x, y)
        guard let press = held, distance(to: press) > dragDistance else { return nil }
        (held, click) = (nil, nil)
        return window.isFullscreen ? nil : .move(serial: press.serial)
    }

    mutating func press(
        _ button: Button, isDown: Bool, serial: UInt32, time: UInt32, in window: WindowGeometry
    ) -> Action? {
        switch (button, isDown) {
        case (.left, true): return pressLeft(Press(serial: serial, time: time, x: x, y: y), in: window)
        case (.left, false): held = nil
        case (.right, true): return .showMenu(serial: serial, x: Int(x), y: Int(y))
        case (.right, false): break
        }
        return nil
    }

    private mutating func pressLeft(_ press: Press, in window: WindowGeometry) -> Action? {
        if let edge = edge(in: window) {
            (held, click) = (nil, nil)
            return .resize(serial: press.serial, edge: edge)
        }
        // Times are of 32 bits and wrap.
        if let click, press.time &- click.time <= Self.doubleClickTime,
            distance(to: click) <= dragDistance
        {
            (held, self.click) = (nil, nil)
            return .toggleFullscreen
        }
        (held, click) = (press, press)
        return nil
    }

    /// Finds the edge or corner under the pointer; nil in the middle and where the window cannot be resized.
    func edge(in window: WindowGeometry) -> XdgToplevel.ResizeEdge? {
        guard window.isResizable else { return nil }
        let (left, right) = (x, Double(window.size.width) - x)
        let (top, bottom) = (y, Double(window.size.height) - y)
        let width = Self.edgeWidth
        guard min(left, right, top, bottom) < width else { return nil }
        let horizontal = min(top, bottom) < width ? Self.cornerLength : width
        let vertical = min(left, right) < width ? Self.cornerLength : width
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

    private func distance(to press: Press) -> Double { max(abs(x - press.x), abs(y - press.y)) }
}
