internal import Glibc
internal import LinuxIO
internal import Synchronization

/// A connection to a message bus that calls methods and waits for their answers.
///
/// It writes the messages itself, as the D-Bus specification has them, so that no part of the program under test checks itself.
final class BusClient: Sendable {
    /// An argument of a call.
    enum Argument {
        case text(String)
        case signed(Int32)
        case unsigned(UInt32)
        case number(Double)
        case boolean(Bool)
        /// An empty dictionary of options (`a{sv}`).
        case noOptions
        /// A descriptor, which stays the caller's; one for each call.
        case descriptor(Int32)
    }

    /// An object of a service, and one of its interfaces.
    struct Place {
        var service: String
        var path: String
        var interface: String
    }

    private enum Field {
        static let path: UInt8 = 1
        static let interface: UInt8 = 2
        static let member: UInt8 = 3
        static let replySerial: UInt8 = 5
        static let destination: UInt8 = 6
        static let signature: UInt8 = 8
        static let descriptors: UInt8 = 9
    }

    private enum Kind {
        static let call: UInt8 = 1
        static let answer: UInt8 = 2
        static let error: UInt8 = 3
    }

    private let socket: LocalSocket
    private let serial = Mutex<UInt32>(0)

    /// Connects, and lets the bus know who asks.
    ///
    /// - Parameter address: The bus's address, `unix:path=…`.
    /// - Throws: ``WireError`` where the bus does not let us in.
    init(address: String) throws {
        socket = try LocalSocket(String(address.dropFirst("unix:path=".count)))
        let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
        try socket.send([0])
        for (request, answer) in [("AUTH EXTERNAL \(user)", "OK "), ("NEGOTIATE_UNIX_FD", "AGREE_UNIX_FD")] {
            try socket.send(Array("\(request)\r\n".utf8))
            let line = try line()
            guard line.hasPrefix(answer) else { throw WireError(description: "the bus says \(line)") }
        }
        try socket.send(Array("BEGIN\r\n".utf8))
        let name = "org.freedesktop.DBus"
        try call("Hello", of: Place(service: name, path: "/org/freedesktop/DBus", interface: name))
    }

    private func line() throws -> String {
        var line: [UInt8] = []
        while line.suffix(2) != [13, 10] { line += try socket.receive(1) }
        return String(decoding: line.dropLast(2), as: UTF8.self)
    }

    /// Calls a method and waits for the answer.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - place: The object and the interface.
    ///   - arguments: The arguments.
    /// - Throws: ``WireError`` with the service's words.
    /// - Returns: The answer's first value where it is a text or a path, else nothing.
    @discardableResult
    func call(_ method: String, of place: Place, _ arguments: Argument...) throws -> String {
        let serial = serial.withLock {
            $0 += 1
            return $0
        }
        var body = BusBytes()
        for argument in arguments { body.append(argument) }
        var passed: Int32?
        for case .descriptor(let number) in arguments { passed = number }
        var header = BusBytes([UInt8(ascii: "l"), Kind.call, 0, 1])
        header.append(UInt32(body.bytes.count))
        header.append(serial)
        var fields = BusBytes()
        fields.appendField(Field.path, "o", place.path)
        fields.appendField(Field.interface, "s", place.interface)
        fields.appendField(Field.member, "s", method)
        fields.appendField(Field.destination, "s", place.service)
        if !arguments.isEmpty {
            fields.appendField(Field.signature, "g", arguments.map(\.signature).joined())
        }
        if passed != nil { fields.appendField(Field.descriptors, 1) }
        header.append(UInt32(fields.bytes.count))
        header.bytes += fields.bytes
        header.align(to: 8)
        try socket.send(header.bytes + body.bytes, passing: passed)
        return try answer(to: serial, method)
    }

    /// Waits for the answer to a call; other messages are passed over.
    private func answer(to serial: UInt32, _ method: String) throws -> String {
        while true {
            let start = BusBytes(try socket.receive(16))
            let length = Int(start.word(at: 12))
            let fields = BusBytes(try socket.receive((length + 7) / 8 * 8))
            let body = BusBytes(try socket.receive(Int(start.word(at: 4))))
            let (answered, signature) = fields.answerFields(length)
            guard answered == serial else { continue }
            let text = "os".contains(signature.prefix(1)) && !signature.isEmpty ? body.text(at: 0) : ""
            guard start.bytes[1] == Kind.answer else {
                throw WireError(description: "\(method) was refused: \(text)")
            }
            return text
        }
    }
}

extension BusClient.Argument {
    fileprivate var signature: String {
        switch self {
        case .text: "s"
        case .signed: "i"
        case .unsigned: "u"
        case .number: "d"
        case .boolean: "b"
        case .noOptions: "a{sv}"
        case .descriptor: "h"
        }
    }
}

/// Bytes of a message, in the order of little processors; numbers stand at multiples of their sizes.
private struct BusBytes {
    var bytes: [UInt8]

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    mutating func align(to size: Int) {
        while bytes.count % size != 0 { bytes.append(0) }
    }

    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        align(to: MemoryLayout<Number>.size)
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func append(_ text: String) {
        append(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func append(_ argument: BusClient.Argument) {
        switch argument {
        case .text(let text): append(text)
        case .signed(let number): append(number)
        case .unsigned(let number): append(number)
        case .number(let number): append(number.bitPattern)
        case .boolean(let isTrue): append(UInt32(isTrue ? 1 : 0))
        case .noOptions:
            append(UInt32(0))
            align(to: 8)
        case .descriptor: append(UInt32(0))
        }
    }

    /// Appends a header field with a text: a path, a text or a signature.
    mutating func appendField(_ code: UInt8, _ type: Character, _ text: String) {
        align(to: 8)
        bytes += [code, 1, type.asciiValue ?? 0, 0]
        if type == "g" {
            bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
        } else {
            append(text)
        }
    }

    /// Appends a header field with a number.
    mutating func appendField(_ code: UInt8, _ number: UInt32) {
        align(to: 8)
        bytes += [code, 1, UInt8(ascii: "u"), 0]
        append(number)
    }

    func word(at place: Int) -> UInt32 {
        guard place + 4 <= bytes.count else { return 0 }
        return bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    func text(at place: Int) -> String {
        String(decoding: bytes.dropFirst(place + 4).prefix(Int(word(at: place))), as: UTF8.self)
    }

    /// The serial that a message answers, and the types of its body, from its header's fields.
    func answerFields(_ length: Int) -> (serial: UInt32?, signature: String) {
        var (serial, signature): (UInt32?, String) = (nil, "")
        var place = 0
        while place + 4 <= length {
            let (code, type) = (bytes[place], bytes[place + 2])
            place += 4
            if type == UInt8(ascii: "u") {
                if code == 5 { serial = word(at: place) }
                place += 4
            } else if type == UInt8(ascii: "g") {
                let count = Int(bytes[place])
                if code == 8 {
                    signature = String(decoding: bytes.dropFirst(place + 1).prefix(count), as: UTF8.self)
                }
                place += count + 2
            } else {
                place += Int(word(at: place)) + 5
            }
            place = (place + 7) / 8 * 8
        }
        return (serial, signature)
    }
}
