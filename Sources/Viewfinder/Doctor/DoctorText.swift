internal import FoundationEssentials

/// A report as lines for a person: names, and what they stand for, each depth further in.
enum DoctorText {
    /// Writes a report, without secrets.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - isJSON: True for JSON, false for lines for a person.
    ///   - order: The members of the report, in the order of lines for a person.
    ///   - discretion: The rule of what it may not say.
    /// - Returns: The text without the last line's end.
    /// - Throws: The error of a number that JSON does not know.
    static func text(
        of report: some Encodable, isJSON: Bool, order: [String] = DoctorText.order,
        by discretion: Discretion = Discretion()
    ) throws -> String {
        let value = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder.readable.encode(report))
        let clean = discretion.cleaned(value)
        return isJSON
            ? String(decoding: try JSONEncoder.readable.encode(clean), as: UTF8.self)
            : text(of: clean, order: order)
    }

    /// Writes the findings, and then the members in this order.
    static func text(of report: JSONValue, order: [String] = DoctorText.order) -> String {
        var members = report.members ?? [:]
        let findings = members.removeValue(forKey: "findings")
        var lines: [String] = []
        if case .list(let findings)? = findings {
            lines = findings.map { finding in
                guard case .text(let sentence)? = finding.members?["sentence"] else { return "" }
                return "* \(sentence)"
            }
        }
        if lines.isEmpty { lines = ["Nothing is wrong."] }
        lines.append("")
        for name in order where members[name] != nil {
            lines += self.lines(name, members[name] ?? .null, depth: 0)
        }
        return lines.joined(separator: "\n")
    }

    static let order = ["trials", "video", "graphics", "desktop", "files", "system", "program"]

    private static func lines(_ name: String, _ value: JSONValue, depth: Int) -> [String] {
        let indent = String(repeating: "  ", count: depth)
        if let word = word(value) { return ["\(indent)\(name): \(word)"] }
        return switch value {
        case .list(let list) where list.allSatisfy { word($0) != nil }:
            ["\(indent)\(name): \(list.compactMap(word).joined(separator: ", "))"]
        case .list(let list):
            list.enumerated().flatMap { lines("\(name) \($0 + 1)", $1, depth: depth) }
        case .object(let members):
            ["\(indent)\(name):"]
                + members.sorted { $0.key < $1.key }.flatMap { lines($0.key, $0.value, depth: depth + 1) }
        default: []
        }
    }

    /// The word of a value that needs one line; nil for another.
    private static func word(_ value: JSONValue) -> String? {
        switch value {
        case .null: "–"
        case .boolean(let isTrue): isTrue ? "yes" : "no"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\((number * 1000).rounded() / 1000)"
        case .text(let text): text.isEmpty ? "–" : text
        case .list(let list): list.isEmpty ? "none" : nil
        case .object(let members): members.isEmpty ? "none" : nil
        }
    }
}
