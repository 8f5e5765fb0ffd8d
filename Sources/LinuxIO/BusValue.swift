/// A value of a message on the bus, of a type that this program knows, within bounds.
///
/// Numbers of all sizes are one case, a variant is its content, and paths and signatures are texts.
public enum BusValue: Sendable, Equatable {
    case boolean(Bool)
    /// A whole number; of 64 bits without a sign only up to `Int64.max`, greater ones are ``other``.
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([BusValue])
    case structure([BusValue])
    /// A dictionary whose keys are texts; the last of equal keys counts.
    case dictionary([String: BusValue])
    /// A value of another type, for example a descriptor; it is passed over.
    case other

    /// True or false; nil for another value.
    public var boolean: Bool? { if case .boolean(let isTrue) = self { isTrue } else { nil } }
    /// A whole number; nil for another value.
    public var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
    /// A floating-point number, which may be none (NaN) or infinite; nil for another value.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    /// A text; nil for another value.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// A dictionary's content; nil for another value.
    public var members: [String: BusValue]? {
        if case .dictionary(let members) = self { members } else { nil }
    }
    /// A structure's fields; nil for another value.
    public var fields: [BusValue]? { if case .structure(let fields) = self { fields } else { nil } }
}

/// A reader of a message's values, which gives up at a bound: the sender may be anybody.
@safe struct BusReader {
    /// The most values that may stand in one another.
    static let deepest = 8
    /// The most values of one message.
    static let mostValues = 8192
    /// The longest text in bytes.
    static let longestText = 65_536

    /// A message that is not taken.
    struct Refusal: Error {}

    private let library: BusLibrary
    private let message: OpaquePointer
    private var count = 0

    /// Begins with a message's first value; the caller keeps the message while it is read.
    init(_ library: BusLibrary, _ message: OpaquePointer) {
        self.library = library
        unsafe self.message = unsafe message
    }

    /// Reads all values of the message or of the container that was entered (`sd_bus_message_peek_type`).
    ///
    /// - Parameter depth: The number of containers around them.
    /// - Throws: ``Refusal`` for what is damaged or beyond a bound.
    /// - Returns: The values.
    mutating func values(depth: Int = 0) throws(Refusal) -> [BusValue] {
        guard depth <= Self.deepest else { throw Refusal() }
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            let status = unsafe library.peekType(message, &type, nil)
            guard status >= 0 else { throw Refusal() }
            guard status > 0 else { return values }
            count += 1
            guard count <= Self.mostValues else { throw Refusal() }
            values.append(try value(UInt8(bitPattern: type), depth))
        }
    }

    private mutating func value(_ type: UInt8, _ depth: Int) throws(Refusal) -> BusValue {
        switch type {
        case UInt8(ascii: "b"): return .boolean(try basic(type, Int32(0)) != 0)
        case UInt8(ascii: "y"): return .integer(Int64(try basic(type, UInt8(0))))
        case UInt8(ascii: "n"): return .integer(Int64(try basic(type, Int16(0))))
        case UInt8(ascii: "q"): return .integer(Int64(try basic(type, UInt16(0))))
        case UInt8(ascii: "i"): return .integer(Int64(try basic(type, Int32(0))))
        case UInt8(ascii: "u"): return .integer(Int64(try basic(type, UInt32(0))))
        case UInt8(ascii: "x"): return .integer(try basic(type, Int64(0)))
        case UInt8(ascii: "t"):
            return Int64(exactly: try basic(type, UInt64(0))).map { .integer($0) } ?? .other
        case UInt8(ascii: "d"): return .number(try basic(type, Double(0)))
        case UInt8(ascii: "h"):
            // The message owns the descriptor.
            _ = try basic(type, Int32(0))
            return .other
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"): return .text(try text(type))
        case UInt8(ascii: "v"): return try content(of: type, depth).first ?? .other
        case UInt8(ascii: "r"): return .structure(try content(of: type, depth))
        case UInt8(ascii: "e"): return .list(try content(of: type, depth))
        case UInt8(ascii: "a"): return try array(depth)
        default: throw Refusal()
        }
    }

    private func basic<Value>(_ type: UInt8, _ zero: Value) throws(Refusal) -> Value {
        var value = zero
        let status = unsafe withUnsafeMutablePointer(to: &value) {
            unsafe library.read(message, CChar(bitPattern: type), $0)
        }
        guard status > 0 else { throw Refusal() }
        return value
    }

    private func text(_ type: UInt8) throws(Refusal) -> String {
        var start: UnsafePointer<CChar>?
        let status = unsafe withUnsafeMutablePointer(to: &start) {
            unsafe library.read(message, CChar(bitPattern: type), $0)
        }
        guard status > 0, let start = unsafe start else { throw Refusal() }
        let text = unsafe String(cString: start)
        guard text.utf8.count <= Self.longestText else { throw Refusal() }
        return text
    }

    private mutating func content(of type: UInt8, _ depth: Int) throws(Refusal) -> [BusValue] {
        guard unsafe library.enterContainer(message, CChar(bitPattern: type), nil) > 0 else {
            throw Refusal()
        }
        let values = try values(depth: depth + 1)
        guard unsafe library.exitContainer(message) >= 0 else { throw Refusal() }
        return values
    }

    private mutating func array(_ depth: Int) throws(Refusal) -> BusValue {
        var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
        guard unsafe library.peekType(message, &type, &contents) > 0, let contents = unsafe contents else {
            throw Refusal()
        }
        // `{` begins the type of a dictionary's entries.
        let isDictionary = unsafe UInt8(bitPattern: contents[0]) == UInt8(ascii: "{")
        let values = try content(of: UInt8(ascii: "a"), depth)
        guard isDictionary else { return .list(values) }
        var members: [String: BusValue] = [:]
        for case .list(let entry) in values {
            if entry.count == 2, let key = entry[0].text { members[key] = entry[1] }
        }
        return .dictionary(members)
    }
}
