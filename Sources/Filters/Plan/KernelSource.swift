/// The source of a pipeline.
struct KernelSource: Sendable {
    /// The GLSL.
    let text: String
    /// For messages.
    let name: String
    /// Buffers that are bound, the block and the target included.
    let bindingCount: Int
    /// Those of them that are uniform buffers, besides the block.
    let uniformBindings: Set<Int>
    /// The programs' own texts that are part of it, by their numbers.
    let own: [ShaderBody]
}

extension KernelSource {
    /// A message of the compiler's about a program's own text.
    private struct Message {
        /// The number of the text in the kernel.
        let number: Int
        let line: Int
        let words: String
    }

    /// The fault of the kernel, told by the places of a program's own text where it is that text's fault.
    ///
    /// - Parameters:
    ///   - words: The compiler's words.
    ///   - messages: Compiles another form of the text, and gives what the compiler says about that.
    /// - Returns: The error.
    func fault(_ words: String, _ messages: (_ text: String) -> String) -> FilterError {
        if let message = KernelSource.message(words), own.indices.contains(message.number) {
            return fault(message, messages)
        }
        return recursion(words) ?? .badShader(name, reason: words)
    }

    /// The compiler tells lines; with a token in each, the line is the token, which has a column.
    private func fault(_ message: Message, _ messages: (_ text: String) -> String) -> FilterError {
        let body = own[message.number]
        let tokens = body.tokens.tokens
        let split = text.replacing(
            body.lines(message.number), with: body.lines(message.number, isSplit: true), maxReplacements: 1)
        let first = tokens.first { $0.place.line >= message.line } ?? tokens.last
        var (place, reason) = (first?.place, message.words)
        if let found = KernelSource.message(messages(split)), found.number == message.number {
            let index = max(0, min(found.line, tokens.count) - 1)
            if tokens[index].place.line == message.line {
                (place, reason) = (KernelSource.place(of: found, index, tokens), found.words)
            }
        }
        return .badShaderText(
            body.name, line: place?.line ?? message.line, column: place?.column ?? 1, reason: reason)
    }

    /// The place of the word that a message is about: a call is refused at its closing bracket.
    private static func place(
        of message: Message, _ index: Int, _ tokens: [ShaderTokens.Token]
    ) -> ShaderTokens.Place {
        guard let word = message.words.firstMatch(of: /^“(\w+)”/)?.output.1 else {
            return tokens[index].place
        }
        let statement = tokens[...index].reversed().prefix { ![";", "{", "}"].contains($0.text) }
        return statement.first { $0.text == word }?.place ?? tokens[index].place
    }

    /// The compiler finds a function that calls itself when it has read everything, and names no line.
    private func recursion(_ words: String) -> FilterError? {
        guard words.contains("Recursion detected"),
            let found = words.firstMatch(of: /own(\d+)_(\w+)\(/), let number = Int(found.output.1),
            own.indices.contains(number), let place = own[number].place(of: String(found.output.2))
        else { return nil }
        return .badShaderText(
            own[number].name, line: place.line, column: place.column,
            reason: "\(found.output.2) calls itself, which GLSL does not allow")
    }

    private static func message(_ words: String) -> Message? {
        for line in words.split(separator: "\n") {
            guard let found = line.wholeMatch(of: /(\d+):(\d+): error: +(.*)/),
                let mark = Int(found.output.1), mark >= ShaderBody.mark(0), let number = Int(found.output.2)
            else { continue }
            return Message(
                number: mark - ShaderBody.mark(0), line: number, words: readable(String(found.output.3)))
        }
        return nil
    }

    /// The compiler's words with the names as they stand in the text.
    private static func readable(_ words: String) -> String {
        let names = words.replacing(/\bown\d+_/, with: "").replacing(/^'' : +/, with: "")
        return names.replacing(/'([^']+)' :? *:? */) { "“\($0.output.1)”: " }
            .replacing(/: +$/, with: "")
    }
}
