/// Four characters that name a pixel format, the first in the lowest byte (V4L2's `v4l2_fourcc`).
public struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The code as V4L2 passes it.
    public let rawValue: UInt32

    /// Takes a code as V4L2 passes it.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Packs the first four bytes of a text; missing ones are spaces, and `-BE` behind them is for big-endian words (`Y16-BE`).
    public init(_ text: String) {
        let isBigEndian = text.hasSuffix(Self.bigEndianWords)
        let letters = text.utf8.dropLast(isBigEndian ? Self.bigEndianWords.utf8.count : 0)
        let bytes = letters.prefix(4) + Array(repeating: UInt8(ascii: " "), count: max(0, 4 - letters.count))
        let code = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        rawValue = isBigEndian ? code | Self.bigEndian : code
    }

    /// Packs four characters of a format with big-endian words (`v4l2_fourcc_be`).
    static func bigEndian(_ text: StaticString) -> FourCC {
        FourCC(rawValue: FourCC("\(text)").rawValue | bigEndian)
    }

    private static let bigEndian: UInt32 = 1 << 31
    private static let bigEndianWords = "-BE"

    /// Packs a literal of four characters.
    public init(stringLiteral text: StaticString) { self.init(text.description) }

    /// The characters, without spaces at the end; a byte that is no printable ASCII character shows as `?`, and `-BE` follows those of
    /// big-endian words.
    public var description: String {
        let isBigEndian = rawValue & Self.bigEndian != 0
        let characters = (0..<4).map { index -> Character in
            let byte = UInt8(truncatingIfNeeded: (rawValue & ~Self.bigEndian) >> (8 * UInt32(index)))
            return (0x20..<0x7f).contains(byte) ? Character(UnicodeScalar(byte)) : "?"
        }
        var text = String(characters)
        while text.hasSuffix(" ") { text.removeLast() }
        return isBigEndian ? text + Self.bigEndianWords : text
    }
}

extension FourCC: Codable {
    /// Reads the code as its characters.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the code as its characters.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
