/// A program's own text as a body: the function that is called, and everything that it declares.
///
/// It never changes. Two bodies are the same when their texts are, whatever their functions' names.
final class ShaderBody: Sendable {
    let text: ShaderText
    let tokens: ShaderTokens
    /// The function that computes a pixel: the last one.
    let entry: String
    /// The colours that it takes.
    let colorCount: Int
    /// True when it takes the place.
    let usesPlace: Bool
    /// The struct of its parameters; nil when it takes none.
    let structName: String?
    /// The functions, structs and constants that the text declares, in order.
    let names: [String]
    /// The macros that it defines.
    let macros: [String]
    /// The name in messages: the file's, or the function's.
    var name: String { text.path ?? entry }

    /// Takes a text in.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``FilterError/badShaderText(_:line:column:reason:)``, as far as it shows without a compiler.
    init(_ text: ShaderText) throws(FilterError) {
        self.text = text
        guard text.text.utf8.count <= ShaderText.limit else {
            throw .badShader(
                text.path ?? "a text",
                reason: "it has \(text.text.utf8.count) bytes; at most \(ShaderText.limit) are possible")
        }
        do throws(ShaderTokens.Fault) {
            tokens = try ShaderTokens(text.text)
            try ShaderMeasure.check(tokens.tokens)
            var reader = ShaderReader(tokens.tokens)
            try reader.read()
            let found = try reader.entry()
            (entry, colorCount, usesPlace) = (found.name, found.colorCount, found.usesPlace)
            structName = found.structName
            if let name = found.structName, let place = reader.structs[name] {
                throw ShaderTokens.Fault(
                    place: place, reason: "the struct \(name) is made of the parameters; leave it out")
            }
            names = reader.names + (found.structName.map { [$0] } ?? [])
            macros = reader.macros
        } catch {
            throw .badShaderText(
                text.path ?? "a text", line: error.place.line, column: error.place.column,
                reason: error.reason)
        }
    }

    /// The name that something of the text has in a kernel.
    static func prefix(_ index: Int) -> String { "own\(index)_" }

    /// The number by which the compiler's messages name the text.
    static func mark(_ index: Int) -> Int { 7000 + index }

    /// The text within a kernel, in the way it was written.
    ///
    /// - Parameters:
    ///   - index: Its number among the kernel's own texts.
    ///   - isSplit: Whether each token has a line of its own.
    /// - Returns: Its lines, with the compiler's line numbers set to the text's.
    func lines(_ index: Int, isSplit: Bool = false) -> String {
        "#line 1 \(ShaderBody.mark(index))\n\(isSplit ? tokens.split : tokens.plain)\n\n#line 1 0\n"
    }

    /// The text with its struct, as a kernel has it.
    ///
    /// Its names get the number before them, so that they are nobody else's: not those of the kernel, of other bodies or
    /// of another text.
    func declaration(_ index: Int, members: String) -> String {
        let prefix = ShaderBody.prefix(index)
        var text = names.map { "#define \($0) \(prefix)\($0)\n" }.joined()
        if let structName { text += "struct \(structName) { \(members) };\n" }
        text += lines(index)
        text += (names + macros).map { "#undef \($0)\n" }.joined()
        return text
    }

    /// The place of a function, a struct or a constant of the text.
    func place(of name: String) -> ShaderTokens.Place? {
        tokens.tokens.first { $0.kind == .word && $0.text == name }?.place
    }
}
