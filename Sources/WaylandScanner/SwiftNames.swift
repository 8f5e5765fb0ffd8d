/// The spelling of the protocols' names in Swift.
enum SwiftNames {
    private static let keywords: Set<String> = [
        "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum", "extension", "false",
        "for",
        "func", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private",
        "protocol", "public", "repeat", "return", "self", "static", "struct", "super", "switch", "throw",
        "true",
        "try", "var", "where", "while",
    ]

    /// Spells a type: `xdg_wm_base` → `XdgWmBase`.
    static func type(_ name: String) -> String {
        name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Spells a member: `set_buffer_scale` → `setBufferScale`; keywords are quoted, and a digit in front gets an underscore.
    static func member(_ name: String) -> String {
        let type = type(name)
        let member = type.prefix(1).lowercased() + type.dropFirst()
        if member.first?.isNumber == true { return "_" + member }
        return keywords.contains(member) ? "`\(member)`" : member
    }

    /// Spells an enumeration: `transform` → `Transform`, and `wl_output.transform` of another interface → `WlOutput.Transform`.
    ///
    /// Swift keeps the name `Type` for itself.
    static func enumeration(_ reference: String) -> String {
        reference.split(separator: ".").map { $0 == "type" ? "Kind" : type(String($0)) }.joined(
            separator: ".")
    }
}
