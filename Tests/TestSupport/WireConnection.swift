internal import LinuxIO
internal import Synchronization

/// An error between a test's own client and the compositor.
struct WireError: Error, CustomStringConvertible {
    let description: String
}

/// The Wayland wire format, as far as a client needs it that sends numbers only.
///
/// A message is the object's number, then the size in bytes (high half) and the operation (low half), then arguments of 4
/// bytes each; strings have their length first and are padded.
final class WireConnection: Sendable {
    private static let display: UInt32 = 1
    private static let registry: UInt32 = 2

    private let socket: LocalSocket
    private let lastIdentifier = Mutex<UInt32>(registry)

    /// Connects to a compositor's socket.
    init(socket path: String) throws { socket = try LocalSocket(path) }

    /// Gives a number for a new object.
    func newIdentifier() -> UInt32 {
        lastIdentifier.withLock {
            $0 += 1
            return $0
        }
    }

    /// Reads the time that requests carry.
    func milliseconds() -> UInt32 { UInt32(truncatingIfNeeded: MonotonicClock.now() / 1_000_000) }

    /// Lists the interfaces that the compositor offers; ask once, and not together with ``bind(_:)``.
    func interfaces() throws -> [String] { try globals().map(\.interface) }

    /// Binds the first global of an interface; once for each connection.
    func bind(_ interface: String, version: UInt32 = 1) throws -> UInt32 {
        try bind(interface, version: version, in: globals())
    }

    /// Binds two interfaces at version 1; once for each connection.
    func bind(_ first: String, _ second: String) throws -> (UInt32, UInt32) {
        let globals = try globals()
        return try (bind(first, in: globals), bind(second, in: globals))
    }

    /// Binds the first globals of interfaces; once for each connection.
    func bind(_ interfaces: [(name: String, version: UInt32)]) throws -> [UInt32] {
        let globals = try globals()
        return try interfaces.map { try bind($0.name, version: $0.version, in: globals) }
    }

    private func globals() throws -> [(name: UInt32, interface: String)] {
        // wl_display.get_registry
        try send(Self.display, 1, [Self.registry])
        var found: [(UInt32, String)] = []
        try roundTrip { object, operation, body in
            guard object == Self.registry, operation == 0, body.count > 2 else { return }
            let text = body[2...].flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
            found.append((body[0], String(decoding: text.prefix(Int(body[1]) - 1), as: UTF8.self)))
        }
        return found
    }

    private func bind(
        _ interface: String, version: UInt32 = 1, in globals: [(name: UInt32, interface: String)]
    ) throws -> UInt32 {
        guard let name = globals.first(where: { $0.interface == interface })?.name else {
            throw WireError(description: "the compositor has no \(interface)")
        }
        let identifier = newIdentifier()
        // wl_registry.bind(name, interface, version, id)
        try send(Self.registry, 0, [name] + Self.words(interface) + [version, identifier])
        return identifier
    }

    /// Sends one request, with a descriptor beside it where one is given.
    func send(_ object: UInt32, _ operation: UInt16, _ arguments: [UInt32], descriptor: Int32? = nil) throws {
        let size = UInt32(8 + 4 * arguments.count)
        let message = [object, size << 16 | UInt32(operation)] + arguments
        try socket.send(message.withUnsafeBytes { Array($0) }, passing: descriptor)
    }

    /// Waits until the compositor has handled every request so far.
    func roundTrip(_ event: (UInt32, UInt16, [UInt32]) -> Void = { _, _, _ in }) throws {
        let callback = newIdentifier()
        // wl_display.sync
        try send(Self.display, 0, [callback])
        while true {
            let header = try receive(words: 2)
            let operation = UInt16(header[1] & 0xffff)
            let body = try receive(words: Int(header[1] >> 16) / 4 - 2)
            if header[0] == callback { return }
            if header[0] == Self.display, operation == 0 {
                throw WireError(description: "protocol error \(body.prefix(2)) from the compositor")
            }
            event(header[0], operation, body)
        }
    }

    private func receive(words count: Int) throws -> [UInt32] {
        try socket.receive(4 * count).withUnsafeBytes { bytes in
            (0..<count).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
    }

    /// A text as requests carry it: its length with a zero at the end, and its bytes.
    static func words(_ text: String) -> [UInt32] {
        var bytes = Array(text.utf8) + [0]
        let length = UInt32(bytes.count)
        while bytes.count % 4 != 0 { bytes.append(0) }
        return [length]
            + stride(from: 0, to: bytes.count, by: 4).map { start in
                bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
    }
}
