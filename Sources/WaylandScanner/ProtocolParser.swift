/// A mistake in a protocol file, told as compilers tell it.
struct ParseError: Error, Equatable, CustomStringConvertible {
    var file: String
    var line: Int
    var message: String

    var description: String { "\(file):\(line): error: \(message)" }
}

/// Reads the format that `protocols/README.md` describes.
struct ProtocolParser {
    private let file: String
    private var line = 0
    private var result: Protocol

    /// Reads a whole file.
    static func parse(_ text: String, name: String, file: String) throws(ParseError) -> Protocol {
        var parser = ProtocolParser(file: file, result: Protocol(name: name))
        for (number, words) in logicalLines(of: text) {
            parser.line = number
            try parser.read(words)
        }
        return parser.result
    }

    /// Splits the text into the words of each line without comments, continued lines joined, with the number of the
    /// first line.
    private static func logicalLines(of text: String) -> [(Int, [String])] {
        var lines: [(Int, [String])] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.prefix { $0 != "#" }
            let words = content.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
            guard let first = words.first else { continue }
            if first.contains(where: { $0 == ":" || $0 == "=" }), let last = lines.indices.last {
                lines[last].1 += words
            } else {
                lines.append((index + 1, words))
            }
        }
        return lines
    }

    private mutating func read(_ words: [String]) throws(ParseError) {
        var rest = words[...]
        switch rest.removeFirst() {
        case "interface": try readInterface(rest)
        case "request": try readMessage(rest, to: \.requests, isDestructor: false)
        case "destructor": try readMessage(rest, to: \.requests, isDestructor: true)
        case "event": try readMessage(rest, to: \.events, isDestructor: false)
        case "enum": try readEnumeration(rest, isBitfield: false)
        case "bitfield": try readEnumeration(rest, isBitfield: true)
        case "partial" where rest.first == "enum":
            try readEnumeration(rest.dropFirst(), isBitfield: false, isPartial: true)
        case let word:
            throw error("'\(word)' is none of interface, request, destructor, event, enum, bitfield")
        }
    }

    private mutating func readInterface(_ words: ArraySlice<String>) throws(ParseError) {
        guard words.count == 2, let name = words.first, let version = words.last.flatMap({ Int($0) }),
            version > 0
        else { throw error("write 'interface NAME VERSION'") }
        try expectIdentifier(name)
        guard !result.interfaces.contains(where: { $0.name == name }) else {
            throw error("interface '\(name)' stands twice in this file")
        }
        result.interfaces.append(Interface(name: name, version: version))
    }

    private mutating func readMessage(
        _ words: ArraySlice<String>, to list: WritableKeyPath<Interface, [Message]>, isDestructor: Bool
    ) throws(ParseError) {
        let current = try currentInterface()
        guard let head = words.first else { throw error("the message has no name") }
        let parts = head.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let since = parts.count == 1 ? 1 : Int(parts[1]), since > 0 else {
            throw error("'\(head)' is no 'NAME' or 'NAME@VERSION'")
        }
        try expectIdentifier(parts[0])
        let interface = result.interfaces[current]
        guard since <= interface.version else {
            throw error("'\(parts[0])' is newer than version \(interface.version) of '\(interface.name)'")
        }
        guard !interface[keyPath: list].contains(where: { $0.name == parts[0] }) else {
            throw error("'\(parts[0])' stands twice in '\(interface.name)'")
        }
        var message = Message(name: parts[0], since: since, isDestructor: isDestructor)
        for word in words.dropFirst() { message.arguments.append(try argument(word)) }
        if list == \Interface.events, message.arguments.contains(where: \.isAnyNew) {
            throw error("an event cannot make an object without an interface")
        }
        guard message.arguments.filter({ $0.kind == .new }).count <= 1 else {
            throw error("a message makes at most one object")
        }
        result.interfaces[current][keyPath: list].append(message)
    }

    private func argument(_ word: String) throws(ParseError) -> Argument {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw error("'\(word)' is no 'NAME:TYPE'") }
        try expectIdentifier(parts[0])
        var type = parts[1][...]
        let isNullable = type.hasSuffix("?")
        if isNullable { type.removeLast() }
        var reference: String?
        if type.hasSuffix(")"), let open = type.firstIndex(of: "(") {
            reference = String(type[type.index(after: open)..<type.index(before: type.endIndex)])
            type = type[..<open]
        }
        guard let kind = Argument.Kind(rawValue: String(type)) else {
            throw error("'\(parts[1])' is no type")
        }
        guard reference == nil || [.int, .uint, .object, .new].contains(kind) else {
            throw error("a type '\(kind.rawValue)' refers to nothing")
        }
        for name in reference?.split(separator: ".", omittingEmptySubsequences: false) ?? [] {
            try expectIdentifier(String(name))
        }
        guard !isNullable || kind == .string || kind == .object else {
            throw error("only strings and objects can be null")
        }
        return Argument(name: parts[0], kind: kind, reference: reference, isNullable: isNullable)
    }

    private mutating func readEnumeration(
        _ words: ArraySlice<String>, isBitfield: Bool, isPartial: Bool = false
    ) throws(ParseError) {
        let current = try currentInterface()
        guard let name = words.first, words.count > 1 else { throw error("write 'enum NAME ENTRY=VALUE…'") }
        try expectIdentifier(name)
        var enumeration = Enumeration(name: name, isBitfield: isBitfield, isPartial: isPartial)
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty, let value = number(parts[1]) else {
                throw error("'\(word)' is no 'ENTRY=VALUE'")
            }
            enumeration.entries.append(Enumeration.Entry(name: parts[0], value: value))
        }
        result.interfaces[current].enumerations.append(enumeration)
    }

    private func number(_ text: String) -> UInt32? {
        text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    }

    private func currentInterface() throws(ParseError) -> Int {
        guard let last = result.interfaces.indices.last else { throw error("no interface has begun yet") }
        return last
    }

    private func expectIdentifier(_ name: String) throws(ParseError) {
        let isIdentifier =
            name.first?.isLetter == true
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard isIdentifier else { throw error("'\(name)' is no name") }
    }

    private func error(_ message: String) -> ParseError {
        ParseError(file: file, line: line, message: message)
    }
}
