import Glibc

@testable import WaylandScanner

/// A value that travels in a message.
enum WireValue: Equatable {
    case number(Int)
    case fixed(Double)
    case string(String?)
    /// The number of an object; 0 for none.
    case object(UInt32)
    case array([UInt32])
    case descriptor
}

/// Requests that a client has sent, read by the names in `protocols/`.
struct WireRequest: Equatable, CustomStringConvertible {
    let interface: String
    let object: UInt32
    let name: String
    let values: [WireValue]

    var description: String { "\(interface)@\(object).\(name)\(values)" }

    /// The numbers among the arguments.
    var numbers: [Int] {
        values.compactMap { value in
            guard case .number(let number) = value else { return nil }
            return number
        }
    }
}

/// Reads the arguments of one message.
struct WireReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    mutating func word() -> UInt32 {
        defer { bytes = bytes.dropFirst(4) }
        return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func block() -> [UInt8] {
        let count = Int(word())
        defer { bytes = bytes.dropFirst((count + 3) / 4 * 4) }
        return Array(bytes.prefix(count))
    }

    mutating func value(_ argument: Argument) -> WireValue {
        switch argument.kind {
        case .int: .number(Int(Int32(bitPattern: word())))
        case .uint: .number(Int(word()))
        case .fixed: .fixed(Double(Int32(bitPattern: word())) / 256)
        case .object, .new: .object(word())
        case .fd: .descriptor
        case .array: .array([])
        case .string: text()
        }
    }

    private mutating func text() -> WireValue {
        let characters = block()
        return .string(characters.isEmpty ? nil : String(decoding: characters.dropLast(), as: UTF8.self))
    }
}

/// Writes one message.
struct WireWriter {
    private var words: [UInt32] = []

    mutating func add(_ value: WireValue) {
        switch value {
        case .number(let number): words.append(UInt32(truncatingIfNeeded: number))
        case .fixed(let number): words.append(UInt32(bitPattern: Int32(number * 256)))
        case .object(let number): words.append(number)
        case .string(let text): add(block: Array((text ?? "").utf8) + [0])
        case .array(let numbers):
            words.append(UInt32(4 * numbers.count))
            words += numbers
        case .descriptor: break
        }
    }

    private mutating func add(block: [UInt8]) {
        words.append(UInt32(block.count))
        for start in stride(from: 0, to: block.count, by: 4) {
            words.append(block[start...].prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    func message(to object: UInt32, opcode: Int) -> [UInt32] {
        [object, UInt32(8 + 4 * words.count) << 16 | UInt32(opcode)] + words
    }
}
