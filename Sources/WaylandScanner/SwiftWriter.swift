/// A writer of the Swift bindings of some protocols: one struct for each interface, over a `ProxyHandle` of the
/// library.
struct SwiftWriter {
    private let protocols: [Protocol]
    private let spoken: Set<String>
    private var lines: [String] = []

    /// The bindings as one Swift file.
    static func write(_ protocols: [Protocol]) -> String {
        var writer = SwiftWriter(protocols)
        writer.writeFile()
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private init(_ protocols: [Protocol]) {
        self.protocols = protocols
        spoken = Set(protocols.flatMap(\.interfaces).map(\.name))
    }

    private mutating func writeFile() {
        lines.append("// Made by WaylandScanner from the files in protocols/.")
        let interfaces = protocols.flatMap(\.interfaces)
        lines += ["", "let interfaceDescriptions: [InterfaceDescription] = ["]
        lines += interfaces.map { "    \(SwiftNames.type($0.name)).description," }
        lines.append("]")
        for (number, interface) in interfaces.enumerated() { write(interface, number: number) }
    }

    private mutating func write(_ interface: Interface, number: Int) {
        lines += [
            "", "/// `\(interface.name)`, version \(interface.version).",
            "struct \(SwiftNames.type(interface.name)): Proxy {", "    static let number = \(number)",
        ]
        writeDescription(of: interface)
        lines.append("    let handle: ProxyHandle")
        for enumeration in interface.enumerations { write(enumeration) }
        writeEvents(of: interface)
        for (opcode, request) in interface.requests.enumerated() where isSpoken(request) {
            write(request, opcode: opcode)
        }
        lines.append("}")
    }

    /// False for requests that make or pass an object of an interface that no file describes; they are left out.
    private func isSpoken(_ request: Message) -> Bool {
        request.arguments.allSatisfy { argument in
            switch argument.kind {
            case .array: false
            case .object, .new: argument.reference.map(spoken.contains) ?? (argument.kind == .new)
            default: true
            }
        }
    }

    // MARK: - Tables

    private mutating func writeDescription(of interface: Interface) {
        lines += [
            "    static let description = InterfaceDescription(",
            "        name: \"\(interface.name)\", version: \(interface.version),",
        ]
        writeTable("requests", interface.requests, end: ",")
        writeTable("events", interface.events, end: ")")
    }

    private mutating func writeTable(_ name: String, _ messages: [Message], end: String) {
        lines.append("        \(name): [")
        for message in messages {
            let types = message.signatureInterfaces.map { $0.map { "\"\($0)\"" } ?? "nil" }
            let list = types.joined(separator: ", ")
            lines.append(
                "            MessageDescription(name: \"\(message.name)\", "
                    + "signature: \"\(message.signature)\", interfaces: [\(list)]),")
        }
        lines.append("        ]\(end)")
    }

    // MARK: - Enumerations

    private mutating func write(_ enumeration: Enumeration) {
        let kind =
            enumeration.isBitfield ? "OptionSet, Hashable, Sendable" : "RawRepresentable, Hashable, Sendable"
        lines += [
            "", "    struct \(SwiftNames.enumeration(enumeration.name)): \(kind) {",
            "        let rawValue: UInt32",
        ]
        // An option set says [] for 0; Swift warns of a constant for it.
        for entry in enumeration.entries where !(enumeration.isBitfield && entry.value == 0) {
            lines.append(
                "        static let \(SwiftNames.member(entry.name)) = Self(rawValue: \(entry.value))")
        }
        lines.append("    }")
    }

    // MARK: - Events

    private mutating func writeEvents(of interface: Interface) {
        guard !interface.events.isEmpty else {
            lines += [
                "", "    typealias Event = Never",
                "    static func event(_ opcode: UInt32, _ arguments: EventArguments) -> Event? { nil }",
            ]
            return
        }
        lines += ["", "    enum Event {"]
        for event in interface.events {
            let values = event.arguments.map { "\(SwiftNames.member($0.name)): \(eventType($0))" }
            let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
            lines.append("        case \(SwiftNames.member(event.name))\(list)")
        }
        lines += [
            "    }", "", "    static func event(_ opcode: UInt32, _ arguments: EventArguments) -> Event? {",
            "        switch opcode {",
        ]
        for (opcode, event) in interface.events.enumerated() { writeDecoding(of: event, opcode: opcode) }
        lines += ["        default: nil", "        }", "    }"]
    }

    private mutating func writeDecoding(of event: Message, opcode: Int) {
        let values = event.arguments.enumerated().map { place, argument in
            "\(SwiftNames.member(argument.name)): \(decoding(argument, at: place))"
        }
        let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
        lines.append("        case \(opcode): .\(SwiftNames.member(event.name))\(list)")
    }

    private func eventType(_ argument: Argument) -> String {
        switch argument.kind {
        case .int, .uint: numberType(argument)
        case .fixed: "Double"
        case .string: argument.isNullable ? "String?" : "String"
        case .array: "[UInt32]"
        case .fd: "Int32"
        case .object, .new: proxyType(argument) + "?"
        }
    }

    private func decoding(_ argument: Argument, at place: Int) -> String {
        switch argument.kind {
        case .int where argument.reference != nil:
            "\(numberType(argument))(rawValue: UInt32(bitPattern: arguments.int(\(place))))"
        case .uint where argument.reference != nil:
            "\(numberType(argument))(rawValue: arguments.uint(\(place)))"
        case .string: "arguments.string(\(place))" + (argument.isNullable ? "" : " ?? \"\"")
        case .object, .new:
            "arguments.object(\(place))"
                + (proxyType(argument) == "ProxyHandle" ? "" : ".map(\(proxyType(argument)).init)")
        default: "arguments.\(argument.kind.rawValue)(\(place))"
        }
    }

    // MARK: - Requests

    private mutating func write(_ request: Message, opcode: Int) {
        let made = request.arguments.first { $0.kind == .new }
        var parameters = request.arguments.filter { $0.kind != .new }.map {
            "\(SwiftNames.member($0.name)): \(requestType($0))"
        }
        var generic = ""
        if let made, made.isAnyNew {
            generic = "<Made: Proxy>"
            parameters += ["as type: Made.Type", "version: UInt32"]
        }
        let result = made.map { " -> " + ($0.isAnyNew ? "Made" : proxyType($0)) + "?" } ?? ""
        let list = parameters.joined(separator: ", ")
        lines += ["", "    func \(SwiftNames.member(request.name))\(generic)(\(list))\(result) {"]
        let values = "[\(request.arguments.flatMap(encoding).joined(separator: ", "))]"
        if let made {
            let type = made.isAnyNew ? "Made" : proxyType(made)
            let version = made.isAnyNew ? ", version: version" : ""
            lines.append("        handle.create(\(type).self, \(opcode), \(values)\(version))")
        } else {
            let destroys = request.isDestructor ? ", destroys: true" : ""
            lines.append("        handle.send(\(opcode), \(values)\(destroys))")
        }
        lines.append("    }")
    }

    private func requestType(_ argument: Argument) -> String {
        switch argument.kind {
        case .object, .new: proxyType(argument) + (argument.isNullable ? "?" : "")
        default: eventType(argument)
        }
    }

    private func encoding(_ argument: Argument) -> [String] {
        let name = SwiftNames.member(argument.name)
        switch argument.kind {
        case .int where argument.reference != nil: return [".int(Int32(bitPattern: \(name).rawValue))"]
        case .uint where argument.reference != nil: return [".uint(\(name).rawValue)"]
        case .object: return [".object(\(name)\(argument.isNullable ? "?" : "").handle)"]
        case .new where argument.isAnyNew:
            return [".string(Made.description.name)", ".uint(version)", ".new"]
        case .new: return [".new"]
        default: return [".\(argument.kind.rawValue)(\(name))"]
        }
    }

    // MARK: - Types

    private func numberType(_ argument: Argument) -> String {
        if let reference = argument.reference { return SwiftNames.enumeration(reference) }
        return argument.kind == .int ? "Int32" : "UInt32"
    }

    private func proxyType(_ argument: Argument) -> String {
        guard let reference = argument.reference, spoken.contains(reference) else { return "ProxyHandle" }
        return SwiftNames.type(reference)
    }
}
