/// The words and marks of a GLSL text that a program has written, with their places.
///
/// The places are what errors are told by: the compiler knows lines alone.
struct ShaderTokens {
    /// A place in the text: both count from 1.
    struct Place: Equatable {
        var line: Int
        var column: Int
    }

    /// A fault of the text.
    struct Fault: Error {
        let place: Place
        let reason: String
    }

    struct Token {
        enum Kind {
            case word
            case number
            case mark
            /// A line that begins with `#`, without comments and in one piece.
            case directive
        }

        let kind: Kind
        let text: String
        let place: Place
    }

    private(set) var tokens: [Token] = []
    /// The text without its comments; lines and columns are those of the text.
    let plain: String
    /// Each token in a line of its own, so that the line that the compiler names is a token.
    var split: String { tokens.map { $0.text + "\n" }.joined() }

    private static let marks = [
        "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "++", "--", "+=", "-=", "*=",
        "/=",
        "%=", "&=", "|=", "^=",
    ].map { Array($0.utf8) }
    private static let singles = Set("+-*/%<>=!&|^~?:;,.()[]{}".utf8)

    /// Takes a text apart.
    ///
    /// - Throws: The place of a character that is none of GLSL's, or of a comment without an end.
    init(_ text: String) throws(Fault) {
        var scanner = Scanner(text)
        while let token = try scanner.next() { tokens.append(token) }
        plain = String(decoding: scanner.plain, as: UTF8.self)
    }

    private struct Scanner {
        let bytes: [UInt8]
        /// The bytes with spaces for comments.
        var plain: [UInt8]
        private var index = 0
        private var place = Place(line: 1, column: 1)
        /// True until something else than space has come in the line.
        private var isLineStart = true

        init(_ text: String) {
            // Lines end in one way from here on.
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.utf8.count)
            var last: UInt8 = 0
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\r") {
                    bytes.append(UInt8(ascii: "\n"))
                } else if byte != UInt8(ascii: "\n") || last != UInt8(ascii: "\r") {
                    bytes.append(byte)
                }
                last = byte
            }
            self.bytes = bytes
            plain = bytes
        }

        private func byte(_ ahead: Int = 0) -> UInt8 {
            index + ahead < bytes.count ? bytes[index + ahead] : 0
        }

        private mutating func advance() {
            if bytes[index] == UInt8(ascii: "\n") {
                place = Place(line: place.line + 1, column: 1)
                isLineStart = true
            } else if bytes[index] & 0xC0 != 0x80 {
                // A character has one byte that does not continue another one.
                place.column += 1
            }
            index += 1
        }

        private mutating func blank() {
            if bytes[index] != UInt8(ascii: "\n") { plain[index] = UInt8(ascii: " ") }
            advance()
        }

        /// Leaves spaces and comments behind.
        private mutating func skip() throws(Fault) {
            while index < bytes.count {
                switch (byte(), byte(1)) {
                case (UInt8(ascii: " "), _), (UInt8(ascii: "\t"), _), (UInt8(ascii: "\n"), _): advance()
                case (UInt8(ascii: "/"), UInt8(ascii: "/")): skipLine()
                case (UInt8(ascii: "/"), UInt8(ascii: "*")): try skipBlock()
                default: return
                }
            }
        }

        private mutating func skipLine() {
            while index < bytes.count, byte() != UInt8(ascii: "\n") {
                // A line that ends with a backslash goes on in the next one.
                let goesOn = byte() == UInt8(ascii: "\\") && byte(1) == UInt8(ascii: "\n")
                blank()
                if goesOn { advance() }
            }
        }

        private mutating func skipBlock() throws(Fault) {
            let start = place
            blank()
            blank()
            while !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
                guard index < bytes.count else {
                    throw Fault(place: start, reason: "the comment has no end (*/)")
                }
                blank()
            }
            blank()
            blank()
        }

        mutating func next() throws(Fault) -> Token? {
            try skip()
            guard index < bytes.count else { return nil }
            let (start, first, isFirst) = (place, index, isLineStart)
            isLineStart = false
            let byte = byte()
            if byte == UInt8(ascii: "#") {
                guard isFirst else { throw Fault(place: start, reason: "“#” stands in the middle of a line") }
                return Token(kind: .directive, text: try directive(), place: start)
            }
            let kind: Token.Kind
            if byte.isWord, !byte.isDigit {
                kind = .word
                while self.byte().isWord { advance() }
            } else if byte.isDigit || byte == UInt8(ascii: ".") && self.byte(1).isDigit {
                kind = .number
                number()
            } else if ShaderTokens.singles.contains(byte) {
                kind = .mark
                let mark = ShaderTokens.marks.first { bytes[index...].starts(with: $0) }
                for _ in 0..<(mark?.count ?? 1) { advance() }
            } else {
                throw Fault(place: start, reason: "\(Scanner.words(byte)) is no character of GLSL")
            }
            return Token(
                kind: kind, text: String(decoding: bytes[first..<index], as: UTF8.self), place: start)
        }

        private mutating func number() {
            var last: UInt8 = 0
            while byte().isWord || byte() == UInt8(ascii: ".")
                || (byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-"))
                    && last | 0x20 == UInt8(ascii: "e")
            {
                last = byte()
                advance()
            }
        }

        /// The rest of a line, and of the lines that it goes on in.
        private mutating func directive() throws(Fault) -> String {
            var text: [UInt8] = []
            while index < bytes.count, byte() != UInt8(ascii: "\n") {
                switch (byte(), byte(1)) {
                case (UInt8(ascii: "\\"), UInt8(ascii: "\n")):
                    text.append(UInt8(ascii: " "))
                    advance()
                    advance()
                case (UInt8(ascii: "/"), UInt8(ascii: "/")): skipLine()
                case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                    let start = place
                    try skipBlock()
                    guard start.line == place.line else {
                        throw Fault(
                            place: start, reason: "a comment in a line with “#” ends in the same line")
                    }
                    text.append(UInt8(ascii: " "))
                case (let byte, _):
                    guard byte == UInt8(ascii: "\t") || (32..<127).contains(byte) else {
                        throw Fault(
                            place: place, reason: "\(Scanner.words(byte)) is no character of GLSL")
                    }
                    text.append(byte)
                    advance()
                }
            }
            return String(decoding: text, as: UTF8.self)
        }

        private static func words(_ byte: UInt8) -> String {
            switch byte {
            case 33..<127: "“\(Character(UnicodeScalar(byte)))”"
            case 128...: "a letter outside of ASCII"
            default: "the byte \(byte)"
            }
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isWord: Bool {
        isDigit || self == UInt8(ascii: "_")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
