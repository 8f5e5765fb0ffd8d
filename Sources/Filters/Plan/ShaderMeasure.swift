/// Measures how deep a program's own text goes, macros included.
///
/// The compiler follows an expression into its depth by calling itself, and ends the process when its stack is full:
/// `a + a + … + a` is as deep as it is long. The smallest stacks, 512 KiB of some threads, take about seven hundred levels.
struct ShaderMeasure {
    private typealias Token = ShaderTokens.Token

    /// The words and marks of a term, between two commas, that are possible.
    static let termLimit = 600
    /// Brackets within brackets.
    static let bracketLimit = 64
    /// The `else`s of a function: each may stand within the one before.
    static let branchLimit = 200
    /// Words and marks of the whole text.
    static let wholeLimit = 200_000

    private let macros: [String: (isFunction: Bool, body: [Token])]
    private var weights: [String: Int] = [:]
    private var open: Set<String> = []

    /// Checks a text.
    ///
    /// - Throws: The place where it goes too deep.
    static func check(_ tokens: [ShaderTokens.Token]) throws(ShaderTokens.Fault) {
        var measure = ShaderMeasure(tokens)
        _ = try measure.whole(tokens)
    }

    private init(_ tokens: [Token]) {
        var macros: [String: (isFunction: Bool, body: [Token])] = [:]
        for token in tokens where token.kind == .directive {
            // #define NAME body, or #define NAME(a, b) body
            let line = token.text.dropFirst().drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix("define") else { continue }
            let rest = line.dropFirst(6).drop { $0 == " " || $0 == "\t" }
            let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
            let after = rest.dropFirst(name.count)
            let isFunction = after.first == "("
            let body = isFunction ? after.drop { $0 != ")" }.dropFirst() : after
            // A macro that is defined twice counts as both.
            let found = (try? ShaderTokens(String(body)))?.tokens ?? []
            macros[name] = (isFunction, (macros[name]?.body ?? []) + found)
        }
        self.macros = macros
    }

    /// The number of words that a word becomes.
    private mutating func weight(_ token: Token) throws(ShaderTokens.Fault) -> Int {
        guard token.kind == .word, let macro = macros[token.text] else { return 1 }
        if let known = weights[token.text] { return known }
        // A macro does not grow within itself.
        guard open.insert(token.text).inserted else { return 1 }
        defer { open.remove(token.text) }
        guard open.count < ShaderMeasure.bracketLimit else { throw tooLong(token) }
        do throws(ShaderTokens.Fault) {
            let weight = max(1, try whole(macro.body))
            weights[token.text] = weight
            return weight
        } catch {
            // The place in the macro would not be one in the text.
            throw tooLong(token)
        }
    }

    private func tooLong(_ token: Token) -> ShaderTokens.Fault {
        ShaderTokens.Fault(
            place: token.place,
            reason: "what stands here is too long or too deep for the compiler; take it apart into functions "
                + "and variables")
    }

    /// The words of tokens after macros have grown.
    private mutating func whole(_ tokens: [Token]) throws(ShaderTokens.Fault) -> Int {
        /// An open bracket: its longest term, the term that is being read, and how often a macro repeats it.
        var levels: [(isBlock: Bool, longest: Int, term: Int, factor: Int)] = [(true, 0, 0, 1)]
        var (total, branches) = (0, 0)
        for (index, token) in tokens.enumerated() where token.kind != .directive {
            let top = levels.count - 1
            switch token.text {
            case "(", "[", "{":
                guard levels.count < ShaderMeasure.bracketLimit else { throw tooLong(token) }
                var factor = 1
                if token.text == "(", index > 0, macros[tokens[index - 1].text]?.isFunction == true {
                    factor = try weight(tokens[index - 1])
                }
                if token.text == "{", levels.count == 1 { branches = 0 }
                levels.append((token.text == "{", 0, 1, factor))
            case ")", "]", "}":
                guard levels.count > 1, let last = levels.popLast() else { continue }
                let inside = max(last.longest, last.term) * last.factor
                // A block ends what was being said.
                levels[top - 1].term = last.isBlock ? 0 : levels[top - 1].term + inside
                total += inside
            case ";" where levels[top].isBlock: levels[top].term = 0
            case ",":
                levels[top].longest = max(levels[top].longest, levels[top].term)
                levels[top].term = 0
            case "else":
                branches += 1
                levels[top].term += 1
                guard branches <= ShaderMeasure.branchLimit else { throw tooLong(token) }
            default: levels[top].term += try weight(token)
            }
            total += 1
            guard levels[levels.count - 1].term <= ShaderMeasure.termLimit,
                total <= ShaderMeasure.wholeLimit
            else { throw tooLong(token) }
        }
        return levels.reduce(total) { max($0, $1.term) }
    }
}
