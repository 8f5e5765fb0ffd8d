internal import Foundation
internal import Glibc
internal import LinuxIO

/// A keyboard with a real layout that a test types on, plugged into a compositor by `zwp_virtual_keyboard_v1`.
///
/// Unlike `wtype`, whose keyboard has just the symbols that are asked for, it has keys at places, modifiers that change what
/// a key means, and several layouts.
package final class VirtualKeyboard: Sendable {
    /// Modifiers that are held.
    package struct Modifiers: OptionSet, Sendable {
        /// The bits of the keymap's first modifiers.
        package let rawValue: UInt32

        /// Makes a set from bits.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Shift.
        package static let shift = Modifiers(rawValue: 1)
        /// Control.
        package static let control = Modifiers(rawValue: 4)
    }

    private enum Request {
        static let keymap: UInt16 = 0
        static let key: UInt16 = 1
        static let modifiers: UInt16 = 2
    }

    /// The keys by their signs on an American keyboard, with their numbers in `linux/input-event-codes.h`.
    private static let places: [String: UInt32] = {
        var places: [String: UInt32] = [
            "Escape": 1, "-": 12, "=": 13, "[": 26, "]": 27, "space": 57, "slash": 53, "F1": 59, "F11": 87,
            "BackSpace": 14, "Tab": 15, "Return": 28, "period": 52, "Home": 102, "Up": 103, "Left": 105,
            "Right": 106, "End": 107, "Down": 108, "Pause": 119, "Menu": 127,
        ]
        for (first, row) in [(2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")] {
            for (offset, key) in row.enumerated() { places["\(key)"] = UInt32(first + offset) }
        }
        return places
    }()

    private let connection: WireConnection
    private let keyboard: UInt32

    /// Plugs a keyboard into sway; it stays until the test releases it.
    ///
    /// - Parameters:
    ///   - sway: The compositor.
    ///   - layout: The layout as xkeyboard-config names it, for example `fr` or `us,de`.
    /// - Throws: The failure of sway or xkbcli.
    package init(_ sway: HeadlessSway, layout: String = "us") throws {
        try Requirement.programs("xkbcli")
        let (compiler, end) = try Program.run("xkbcli", ["compile-keymap", "--layout", layout])
        guard end.status == .exited(0) else { throw WireError(description: compiler.log) }
        connection = try WireConnection(socket: sway.socketPath)
        let (manager, seat) = try connection.bind("zwp_virtual_keyboard_manager_v1", "wl_seat")
        keyboard = connection.newIdentifier()
        // create_virtual_keyboard(seat, id)
        try connection.send(manager, 0, [seat, keyboard])
        let path = NSTemporaryDirectory() + "keymap-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let keymap = compiler.outputBytes + [0]
        try keymap.write(to: URL(fileURLWithPath: path))
        let file = try Descriptor.open(path, flags: O_RDONLY)
        // keymap(format: xkb_v1, fd, size)
        try connection.send(keyboard, Request.keymap, [1, UInt32(keymap.count)], descriptor: file.number)
        try connection.roundTrip()
    }

    /// Presses a key and releases it.
    ///
    /// - Parameters:
    ///   - key: The key's sign on an American keyboard: `c`, `1`, `slash`, `space`, `F11`.
    ///   - modifiers: The modifiers that are held meanwhile.
    ///   - layout: The place of the layout among those of the keymap.
    /// - Throws: The error of a request that the compositor did not take.
    package func tap(_ key: String, _ modifiers: Modifiers = [], layout: UInt32 = 0) throws {
        try hold(key, modifiers, layout: layout)
        try release(key)
    }

    /// Presses a key and holds it.
    ///
    /// - Parameters:
    ///   - key: The key's sign on an American keyboard.
    ///   - modifiers: The modifiers that are held meanwhile.
    ///   - layout: The place of the layout among those of the keymap.
    /// - Throws: The error of a request that the compositor did not take.
    package func hold(_ key: String, _ modifiers: Modifiers = [], layout: UInt32 = 0) throws {
        try connection.send(keyboard, Request.modifiers, [modifiers.rawValue, 0, 0, layout])
        try send(key, pressed: true)
    }

    /// Releases a key and all modifiers.
    package func release(_ key: String) throws {
        try send(key, pressed: false)
        try connection.send(keyboard, Request.modifiers, [0, 0, 0, 0])
        try connection.roundTrip()
    }

    private func send(_ key: String, pressed: Bool) throws {
        guard let place = Self.places[key] else { throw WireError(description: "there is no key \(key)") }
        try connection.send(keyboard, Request.key, [connection.milliseconds(), place, pressed ? 1 : 0])
        try connection.roundTrip()
    }
}
