/// The value of a control.
public enum ControlValue: Sendable, Hashable {
    /// A number; of a menu, the entry's index; of a bitmask, its bits.
    case integer(Int64)
    /// On or off.
    case boolean(Bool)
    /// A text.
    case text(String)

    /// The value as a number: 1 and 0 for on and off; nil for a text.
    public var number: Int64? {
        switch self {
        case .integer(let number): number
        case .boolean(let isOn): isOn ? 1 : 0
        case .text: nil
        }
    }
}

extension ControlValue: CustomStringConvertible {
    /// The value as a person writes it.
    public var description: String {
        switch self {
        case .integer(let number): "\(number)"
        case .boolean(let isOn): isOn ? "on" : "off"
        case .text(let text): text
        }
    }
}

extension ControlValue: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral {
    /// Makes a number.
    public init(integerLiteral number: Int64) { self = .integer(number) }

    /// Makes on or off.
    public init(booleanLiteral isOn: Bool) { self = .boolean(isOn) }

    /// Makes a text; for a menu, an entry's name.
    public init(stringLiteral text: String) { self = .text(text) }
}

extension ControlValue: Codable {
    /// Reads a number, true or false, or a text.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let isOn = try? value.decode(Bool.self) {
            self = .boolean(isOn)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    /// Writes a number, true or false, or a text.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .integer(let number): try value.encode(number)
        case .boolean(let isOn): try value.encode(isOn)
        case .text(let text): try value.encode(text)
        }
    }
}
