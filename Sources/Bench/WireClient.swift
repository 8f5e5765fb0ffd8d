internal import Glibc
internal import LinuxIO

/// A small Wayland client: numbers and strings in requests, events as words.
///
/// A message is the object's number, then the size in bytes (high half) and the operation (low half), then arguments in words
/// of 4 bytes; strings have their length first and are padded. For one thread.
final class WireClient {
    struct Event {
        var object: UInt32
        var operation: UInt16
        var words: [UInt32]
    }

    private static let display: UInt32 = 1
    private static let registry: UInt32 = 2

    private let socket: Descriptor
    private var last = registry
    private var globals: [(name: UInt32, interface: String)] = []

    /// Connects and learns the compositor's globals.
    ///
    /// - Parameter path: The socket.
    /// - Throws: The error of a socket on which nobody listens.
    init(socket path: String) throws {
        let number = try systemCall("socket") {
            Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        }
        socket = Descriptor(owning: number)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1))
        }
        _ = try systemCall("connect", on: path) {
            unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        // wl_display.get_registry, wl_display.sync
        try send(Self.display, 1, [Self.registry])
        let callback = newIdentifier()
        try send(Self.display, 0, [callback])
        while true {
            let event = try nextEvent()
            if event.object == callback { break }
            guard event.object == Self.registry, event.operation == 0, event.words.count > 2 else { continue }
            globals.append((event.words[0], Self.text(event.words[1...])))
        }
    }

    /// Gives a number for a new object.
    func newIdentifier() -> UInt32 {
        last += 1
        return last
    }

    /// Binds the first global of an interface (`wl_registry.bind`).
    func bind(_ interface: String, version: UInt32 = 1) throws -> UInt32 {
        guard let name = globals.first(where: { $0.interface == interface })?.name else {
            throw BenchError("the compositor has no \(interface)")
        }
        let identifier = newIdentifier()
        try send(Self.registry, 0, [name] + Self.words(interface) + [version, identifier])
        return identifier
    }

    /// Sends a request, with a descriptor beside it where one is given.
    func send(_ object: UInt32, _ operation: UInt16, _ arguments: [UInt32], descriptor: Int32? = nil) throws {
        let size = 8 + 4 * arguments.count
        var message = [object, UInt32(size) << 16 | UInt32(operation)] + arguments
        // struct cmsghdr and the descriptor, as CMSG_LEN and CMSG_SPACE count them on 64 bits.
        var control: [UInt64] = [20, UInt64(SCM_RIGHTS) << 32 | UInt64(SOL_SOCKET), 0]
        control[2] = UInt64(UInt32(bitPattern: descriptor ?? 0))
        let sent = unsafe message.withUnsafeMutableBytes { bytes in
            unsafe control.withUnsafeMutableBytes { control in
                var piece = unsafe iovec(iov_base: bytes.baseAddress, iov_len: size)
                return unsafe withUnsafeMutablePointer(to: &piece) { piece in
                    var header = unsafe msghdr()
                    unsafe header.msg_iov = piece
                    unsafe header.msg_iovlen = 1
                    if descriptor != nil {
                        unsafe header.msg_control = control.baseAddress
                        unsafe header.msg_controllen = control.count
                    }
                    return unsafe sendmsg(socket.number, &header, Int32(MSG_NOSIGNAL))
                }
            }
        }
        guard sent == size else { throw BenchError("the compositor takes no more requests") }
    }

    /// Waits until the compositor has handled every request so far (`wl_display.sync`); other events are passed over.
    func roundTrip() throws {
        let callback = newIdentifier()
        try send(Self.display, 0, [callback])
        while try nextEvent().object != callback {}
    }

    /// Waits for an event until a moment, in nanoseconds of the monotonic clock; false when none has come.
    func hasEvent(until deadline: Int64) -> Bool {
        let ready = try? Poll.wait(for: Poll.Entry(socket.number, .readable), until: deadline)
        return ready?.isEmpty == false
    }

    /// Waits for the next event.
    ///
    /// - Throws: The compositor's complaint about this client, or the error of one that is gone.
    func nextEvent() throws -> Event {
        let header = try receive(words: 2)
        let body = try receive(words: Int(header[1] >> 16) / 4 - 2)
        let operation = UInt16(header[1] & 0xffff)
        if header[0] == Self.display, operation == 0 {
            throw BenchError("the compositor refuses: \(Self.text(body.dropFirst(2)))")
        }
        return Event(object: header[0], operation: operation, words: body)
    }

    private func receive(words count: Int) throws -> [UInt32] {
        var words = [UInt32](repeating: 0, count: count)
        let received = unsafe words.withUnsafeMutableBytes {
            unsafe $0.isEmpty ? 0 : recv(socket.number, $0.baseAddress, $0.count, Int32(MSG_WAITALL))
        }
        guard received == 4 * count else { throw BenchError("the compositor has closed the connection") }
        return words
    }

    private static func words(_ text: String) -> [UInt32] {
        var bytes = Array(text.utf8) + [0]
        let length = UInt32(bytes.count)
        while bytes.count % 4 != 0 { bytes.append(0) }
        return [length]
            + stride(from: 0, to: bytes.count, by: 4).map { start in
                bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
    }

    /// Decodes a string from its length and characters.
    private static func text(_ words: ArraySlice<UInt32>) -> String {
        let bytes = words.dropFirst().flatMap { word in (0..<4).map { UInt8(word >> (8 * $0) & 0xff) } }
        return String(decoding: bytes.prefix(Int(words.first ?? 1) - 1), as: UTF8.self)
    }
}
