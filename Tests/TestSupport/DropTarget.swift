internal import Foundation
internal import Glibc
internal import LinuxIO

/// A window in sway that takes files which are dropped on it, as a file manager does.
///
/// It speaks the few requests that it needs on the socket itself, so that no part of the program under test checks itself.
package final class DropTarget {
    private static let kind = "text/uri-list"
    /// The side of the window in logical units.
    package static let side = 200

    private let connection: WireConnection
    private let surface: UInt32
    private let shell: UInt32
    private let shellSurface: UInt32
    private let device: UInt32
    private var offer: UInt32?
    private var selection: UInt32?
    private var isConfigured = false
    private var isDropped = false
    /// True once files were dragged over it.
    package private(set) var isEntered = false

    /// Shows the window.
    ///
    /// - Parameters:
    ///   - sway: The compositor.
    ///   - x: Its left edge on the output.
    ///   - y: Its upper edge on the output.
    /// - Throws: The error of a request that the compositor did not take, or ``WaitedInVain``.
    package init(_ sway: HeadlessSway, x: Int, y: Int) throws {
        connection = try WireConnection(socket: sway.socketPath)
        let globals = try connection.bind([
            ("wl_compositor", 4), ("wl_shm", 1), ("xdg_wm_base", 1), ("wl_seat", 1),
            ("wl_data_device_manager", 3),
        ])
        shell = globals[2]
        surface = connection.newIdentifier()
        shellSurface = connection.newIdentifier()
        let toplevel = connection.newIdentifier()
        device = connection.newIdentifier()
        try sway.command("for_window [app_id=drop-target] floating enable, border none")
        // wl_compositor.create_surface, xdg_wm_base.get_xdg_surface, xdg_surface.get_toplevel
        try connection.send(globals[0], 0, [surface])
        try connection.send(shell, 2, [shellSurface, surface])
        try connection.send(shellSurface, 1, [toplevel])
        // xdg_toplevel.set_app_id
        try connection.send(toplevel, 3, WireConnection.words("drop-target"))
        // wl_surface.commit
        try connection.send(surface, 6, [])
        // wl_data_device_manager.get_data_device
        try connection.send(globals[4], 1, [device, globals[3]])
        try eventually("a configured window") {
            try listen()
            return isConfigured
        }
        try draw(globals[1])
        let place = "move absolute position \(x) \(y)"
        try sway.command("[app_id=drop-target] resize set \(Self.side) px \(Self.side) px, \(place)")
        try listen()
    }

    /// Gives the window a picture.
    private func draw(_ sharedMemory: UInt32) throws {
        let size = Self.side * Self.side * 4
        let path = NSTemporaryDirectory() + "drop-\(UUID().uuidString)"
        try Data(count: size).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try Descriptor.open(path, flags: O_RDWR)
        let (pool, buffer) = (connection.newIdentifier(), connection.newIdentifier())
        let side = UInt32(Self.side)
        // wl_shm.create_pool, wl_shm_pool.create_buffer (xrgb8888)
        try connection.send(sharedMemory, 0, [pool, UInt32(size)], descriptor: file.number)
        try connection.send(pool, 0, [buffer, 0, side, side, side * 4, 1])
        // wl_surface.attach, damage, commit
        try connection.send(surface, 1, [buffer, 0, 0])
        try connection.send(surface, 2, [0, 0, side, side])
        try connection.send(surface, 6, [])
    }

    /// Waits until files are dragged over it, while the pointer moves as a hand does: a program may be late in asking for its drag.
    func waitForDrag(_ move: (Int) throws -> Void) throws {
        var step = 0
        try eventually("files over the other window") {
            try move(step % 2)
            step += 1
            try listen()
            return isEntered
        }
    }

    /// Waits until files are dropped on it.
    ///
    /// - Returns: Their addresses, as they came.
    /// - Throws: ``WaitedInVain`` where nothing is dropped.
    package func dropped() throws -> String {
        try eventually("files on the other window") {
            try listen()
            return isDropped
        }
        guard let offer else { throw WireError(description: "a drop of nothing") }
        let bytes = try receive(Self.kind, from: offer)
        // wl_data_offer.finish
        try connection.send(offer, 3, [])
        try listen()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads what is on the clipboard, once the window has the keyboard's focus.
    package func copied(_ kind: String) throws -> [UInt8] {
        try eventually("something on the clipboard") {
            try listen()
            return selection != nil
        }
        guard let selection else { throw WireError(description: "an empty clipboard") }
        return Array(try receive(kind, from: selection))
    }

    /// Asks for data, and reads it.
    private func receive(_ kind: String, from offer: UInt32) throws -> Data {
        let pipe = Pipe()
        // wl_data_offer.receive
        try connection.send(
            offer, 1, WireConnection.words(kind), descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try listen()
        try pipe.fileHandleForWriting.close()
        return try Self.read(pipe.fileHandleForReading)
    }

    /// Reads to the end, which must come.
    private static func read(_ file: FileHandle) throws -> Data {
        var bytes = Data()
        while true {
            var request = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 10_000) == 1 else { throw WaitedInVain("files that nobody hands over") }
            let piece = file.availableData
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }

    /// Answers what has come, and waits until the compositor has heard the answers.
    package func listen() throws {
        for _ in 0..<2 { try connection.roundTrip(hear) }
    }

    private func hear(_ object: UInt32, _ event: UInt16, _ words: [UInt32]) {
        switch (object, event) {
        case (shell, 0): try? connection.send(shell, 3, [words[0]])
        case (shellSurface, 0):
            try? connection.send(shellSurface, 4, [words[0]])
            isConfigured = true
        // wl_data_device: data_offer, enter, drop, selection
        case (device, 0): offer = words[0]
        case (device, 1):
            isEntered = true
            accept(words[0])
        case (device, 4): isDropped = true
        case (device, 5): selection = words[0] == 0 ? nil : words[0]
        default: break
        }
    }

    /// Takes what is dragged over the window: wl_data_offer.accept, set_actions (copy).
    private func accept(_ serial: UInt32) {
        guard let offer else { return }
        try? connection.send(offer, 0, [serial] + WireConnection.words(Self.kind))
        try? connection.send(offer, 4, [1, 1])
    }
}
