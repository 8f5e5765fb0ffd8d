/// Data of one kind for other programs, made when one asks for it.
public struct SharedData: Sendable {
    /// The kind (MIME), for example `image/png`.
    public let kind: String
    /// Makes the bytes; none where that fails.
    ///
    /// It is called on a thread of its own each time that a program asks, for several programs at once.
    public let bytes: @Sendable () -> [UInt8]

    /// Describes data.
    public init(kind: String, bytes: @escaping @Sendable () -> [UInt8]) {
        (self.kind, self.bytes) = (kind, bytes)
    }

    /// Files by their addresses (`text/uri-list`, RFC 2483; RFC 8089).
    ///
    /// - Parameter paths: The absolute paths, found when a program asks.
    /// - Returns: The data.
    public static func files(_ paths: @autoclosure @escaping @Sendable () -> [String]) -> SharedData {
        SharedData(kind: "text/uri-list") {
            paths().flatMap { "file://\($0.utf8.map(escaped).joined())\r\n".utf8 }
        }
    }

    /// A byte of a path as it stands in an address: itself, or its number (RFC 3986, section 2).
    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"):
            String(UnicodeScalar(byte))
        default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
