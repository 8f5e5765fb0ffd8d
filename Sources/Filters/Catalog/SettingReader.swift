/// A reader that takes `parameter=value,parameter=value` apart.
struct SettingReader {
    private var rest: Substring

    init(_ text: Substring) { rest = text }

    /// Reads the next setting; nil at the end.
    ///
    /// A parameter without a value has an empty one.
    mutating func next() throws(FilterError) -> FilterText.Setting? {
        rest = rest.drop { $0 == "," }
        guard !rest.isEmpty else { return nil }
        let name = String(take { $0 != "=" && $0 != "," })
        guard rest.first == "=" else { return FilterText.Setting(name: name, value: "") }
        rest.removeFirst()
        guard rest.first == "\"" else {
            return FilterText.Setting(name: name, value: String(take { $0 != "," }))
        }
        return FilterText.Setting(name: name, value: try quoted(name))
    }

    /// Writes a value: between quotation marks where it would otherwise be read as another.
    static func quoted(_ value: String) -> String {
        guard value.contains(",") || value.hasPrefix("\"") else { return value }
        let inside = value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "\"" + String(inside) + "\""
    }

    private mutating func take(while isPart: (Character) -> Bool) -> Substring {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return part
    }

    private mutating func quoted(_ name: String) throws(FilterError) -> String {
        let whole = rest
        rest.removeFirst()
        var value = ""
        while let letter = rest.popFirst() {
            switch letter {
            case "\"":
                guard rest.isEmpty || rest.first == "," else { throw wrong(whole, name) }
                return value
            case "\\":
                guard let next = rest.popFirst() else { throw wrong(whole, name) }
                value.append(next)
            default: value.append(letter)
            }
        }
        throw wrong(whole, name)
    }

    private func wrong(_ text: Substring, _ name: String) -> FilterError {
        .badValue(
            String(text), parameter: name, wanted: "a quotation mark at its end, before a comma or nothing")
    }
}
