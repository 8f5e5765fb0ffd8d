import Foundation
import TestSupport

@testable import WaylandScanner

/// Reads the wire facts out of one of upstream's XML files.
struct InstalledProtocol {
    private(set) var interfaces: [Interface] = []
    /// The enumerations, `interface.enum`, and their entries, `interface.enum.entry`, that are newer than the first version.
    private(set) var versions: [String: Int] = [:]
    private var path: [String] = []

    init(contentsOf file: URL) throws {
        for mark in try XMLMark.all(in: file.path) {
            if let attributes = mark.attributes { begin(mark.name, attributes) } else { path.removeLast() }
        }
    }

    private mutating func begin(_ element: String, _ attributes: [String: String]) {
        path.append(element)
        let name = attributes["name"] ?? ""
        let last = interfaces.indices.last ?? 0
        switch element {
        case "interface":
            interfaces.append(Interface(name: name, version: Int(attributes["version"] ?? "") ?? 0))
        case "request": interfaces[last].requests.append(message(name, attributes))
        case "event": interfaces[last].events.append(message(name, attributes))
        case "enum":
            versions["\(interfaces[last].name).\(name)"] = attributes["since"].flatMap { Int($0) }
            interfaces[last].enumerations.append(
                Enumeration(name: name, isBitfield: attributes["bitfield"] == "true", isPartial: false))
        case "entry": addEntry(name, attributes, to: last)
        case "arg": addArgument(name, attributes, to: last)
        default: break
        }
    }

    private func message(_ name: String, _ attributes: [String: String]) -> Message {
        Message(
            name: name, since: attributes["since"].flatMap { Int($0) } ?? 1,
            isDestructor: attributes["type"] == "destructor")
    }

    private mutating func addEntry(_ name: String, _ attributes: [String: String], to interface: Int) {
        let text = attributes["value"] ?? ""
        let value = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
        let last = interfaces[interface].enumerations.indices.last ?? 0
        interfaces[interface].enumerations[last].entries.append(
            Enumeration.Entry(name: name, value: value ?? .max))
        let enumeration = interfaces[interface].enumerations[last].name
        versions["\(interfaces[interface].name).\(enumeration).\(name)"] =
            attributes["since"].flatMap { Int($0) }
    }

    private mutating func addArgument(_ name: String, _ attributes: [String: String], to interface: Int) {
        let kind = attributes["type"] == "new_id" ? "new" : attributes["type"] ?? ""
        let argument = Argument(
            name: name, kind: Argument.Kind(rawValue: kind) ?? .int,
            reference: attributes["interface"] ?? attributes["enum"],
            isNullable: attributes["allow-null"] == "true")
        let list: WritableKeyPath<Interface, [Message]> = path.contains("request") ? \.requests : \.events
        let last = interfaces[interface][keyPath: list].indices.last ?? 0
        interfaces[interface][keyPath: list][last].arguments.append(argument)
    }
}
