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

    /// Types words of small letters, digits, blanks and hyphens.
    package func type(_ words: String) throws {
        for letter in words {
            try tap(letter == " " ? "space" : letter == "-" ? "minus" : String(letter))
        }
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
        let number = try KeyPlace.number(of: key)
        try connection.send(keyboard, Request.key, [connection.milliseconds(), number, pressed ? 1 : 0])
        try connection.roundTrip()
    }
}
