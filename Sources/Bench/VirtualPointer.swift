internal import LinuxIO

/// A mouse of the bench's own, plugged into the compositor by `zwlr_virtual_pointer_v1` for as long as it is held.
final class VirtualPointer {
    /// The main button (`BTN_LEFT`).
    private static let button: UInt32 = 0x110

    private let client: WireClient
    private let pointer: UInt32
    private let size: (width: UInt32, height: UInt32)

    /// Plugs it in.
    ///
    /// - Parameter compositor: The compositor.
    /// - Throws: The error of one without such mice.
    init(in compositor: Compositor) throws {
        client = try WireClient(socket: compositor.socket)
        size = (UInt32(compositor.width), UInt32(compositor.height))
        let manager = try client.bind("zwlr_virtual_pointer_manager_v1")
        pointer = client.newIdentifier()
        // create_virtual_pointer: no seat, the object
        try client.send(manager, 0, [0, pointer])
        try client.roundTrip()
    }

    /// Moves it to a place on the output, in pixels.
    func move(toX x: Int, y: Int) throws {
        // motion_absolute
        try client.send(pointer, 1, [time, UInt32(x), UInt32(y), size.width, size.height])
        try finish()
    }

    /// Presses the main button and holds it.
    func press() throws { try turn(isDown: true) }

    /// Releases the main button.
    func release() throws { try turn(isDown: false) }

    private func turn(isDown: Bool) throws {
        try client.send(pointer, 2, [time, Self.button, isDown ? 1 : 0])
        try finish()
    }

    private func finish() throws {
        // frame
        try client.send(pointer, 4, [])
        try client.roundTrip()
    }

    private var time: UInt32 { UInt32(truncatingIfNeeded: MonotonicClock.now() / 1_000_000) }
}
