internal import Glibc

/// A mouse that a test moves, plugged into a compositor by `zwlr_virtual_pointer_v1`.
///
/// It speaks the few requests that it needs on the socket itself, so that no part of the program under test checks itself.
package final class VirtualPointer: Sendable {
    /// A button, by its number in `linux/input-event-codes.h`.
    package enum Button: UInt32, Sendable {
        /// The main button (`BTN_LEFT`).
        case left = 0x110
        /// The button of menus (`BTN_RIGHT`).
        case right = 0x111
    }

    private enum Request {
        static let motionAbsolute: UInt16 = 1
        static let button: UInt16 = 2
        static let frame: UInt16 = 4
        static let axisSource: UInt16 = 5
        static let axisDiscrete: UInt16 = 7
    }

    private let connection: WireConnection
    private let pointer: UInt32
    private let width: Int
    private let height: Int

    /// Plugs a mouse into sway; it stays until the test releases it.
    package init(_ sway: HeadlessSway) throws {
        connection = try WireConnection(socket: sway.socketPath)
        width = sway.width
        height = sway.height
        let manager = try connection.bind("zwlr_virtual_pointer_manager_v1")
        pointer = connection.newIdentifier()
        // create_virtual_pointer(seat: none, id)
        try connection.send(manager, 0, [0, pointer])
        try connection.roundTrip()
        try eventually("a pointer in sway") { try sway.seatCapabilities() == 3 }
    }

    /// Moves the pointer to a place on the output, in pixels of the whole output.
    package func move(toX x: Int, y: Int) throws {
        try connection.send(
            pointer, Request.motionAbsolute, [time(), UInt32(x), UInt32(y), UInt32(width), UInt32(height)])
        try finish()
    }

    /// Presses a button and holds it.
    package func press(_ button: Button = .left) throws {
        try connection.send(pointer, Request.button, [time(), button.rawValue, 1])
        try finish()
    }

    /// Releases a button.
    package func release(_ button: Button = .left) throws {
        try connection.send(pointer, Request.button, [time(), button.rawValue, 0])
        try finish()
    }

    /// Presses the main button at a place on the output, and moves to another one while it is held.
    package func drag(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) throws {
        // What comes with the pointer is there before the press.
        for place in [start.x - 1, start.x] {
            try move(toX: place, y: start.y)
            usleep(300_000)
        }
        try press()
        for step in 1...20 {
            try move(
                toX: start.x + (end.x - start.x) * step / 20, y: start.y + (end.y - start.y) * step / 20)
            usleep(20_000)
        }
    }

    /// Drags files onto another window, and lets go of them there.
    package func drag(
        from start: (x: Int, y: Int), to end: (x: Int, y: Int), over target: DropTarget
    ) throws {
        try drag(from: start, to: end)
        try target.waitForDrag { try move(toX: end.x + $0, y: end.y) }
        // The other window has said that it takes them.
        try target.listen()
        try release()
    }

    /// Presses and releases a button.
    package func click(_ button: Button = .left) throws {
        try press(button)
        try release(button)
    }

    /// Turns the wheel towards the user, by so many steps of 15 units.
    package func scroll(down steps: Int) throws {
        // wl_pointer.axis_source.wheel, and the vertical axis.
        try connection.send(pointer, Request.axisSource, [0])
        let value = UInt32(bitPattern: Int32(steps * 15 * 256))
        try connection.send(
            pointer, Request.axisDiscrete, [time(), 0, value, UInt32(bitPattern: Int32(steps))])
        try finish()
    }

    private func finish() throws {
        try connection.send(pointer, Request.frame, [])
        try connection.roundTrip()
    }

    private func time() -> UInt32 { connection.milliseconds() }
}
