/// Finds in a program's own text what it declares, and what does not belong into a body.
struct ShaderReader {
    typealias Token = ShaderTokens.Token
    typealias Fault = ShaderTokens.Fault

    /// The function that computes a pixel.
    struct Entry {
        let name: String
        let colorCount: Int
        let usesPlace: Bool
        let structName: String?
    }

    private let tokens: [Token]
    private(set) var names: [String] = []
    private(set) var macros: [String] = []
    /// The places where structs are declared.
    private(set) var structs: [String: ShaderTokens.Place] = [:]
    /// The last function with a body: the indices of its name and of its parameters.
    private var function: (name: Int, parameters: Range<Int>)?

    init(_ tokens: [Token]) { self.tokens = tokens }

    /// Reads the whole text.
    ///
    /// - Throws: The place of what a body cannot have.
    mutating func read() throws(Fault) {
        var open: [Int] = []
        var conditions: [Int] = []
        var lastGroup: Range<Int>?
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .directive: try read(directive: token, index, &conditions)
            case .word: try read(word: token, index, isOutside: open.isEmpty)
            case .number: break
            case .mark:
                if "([{".contains(token.text) {
                    if token.text == "{", open.isEmpty, let group = lastGroup, group.upperBound == index - 1,
                        group.lowerBound >= 2, tokens[group.lowerBound - 1].kind == .word
                    {
                        function = (group.lowerBound - 1, group.lowerBound + 1..<group.upperBound)
                    }
                    open.append(index)
                } else if ")]}".contains(token.text) {
                    let wanted = token.text == ")" ? "(" : token.text == "]" ? "[" : "{"
                    guard let start = open.popLast() else {
                        throw Fault(place: token.place, reason: "“\(token.text)” closes nothing")
                    }
                    guard tokens[start].text == wanted else {
                        throw Fault(
                            place: token.place,
                            reason: "“\(token.text)” does not close “\(tokens[start].text)” of line "
                                + "\(tokens[start].place.line)")
                    }
                    if token.text == ")", open.isEmpty { lastGroup = start..<index }
                }
            }
        }
        if let start = open.last {
            throw Fault(place: tokens[start].place, reason: "“\(tokens[start].text)” is never closed")
        }
        if let start = conditions.last {
            throw Fault(place: tokens[start].place, reason: "this condition has no #endif")
        }
    }

    private mutating func read(
        directive token: Token, _ index: Int, _ conditions: inout [Int]
    ) throws(Fault) {
        let words = token.text.dropFirst().split(whereSeparator: { $0 == " " || $0 == "\t" })
        let kind = words.first.map(String.init) ?? ""
        guard ShaderWords.directives.contains(kind) else {
            let reason =
                switch kind {
                case "version", "extension":
                    "the kernel says #\(kind) itself; leave it out (a text is GLSL 4.50)"
                case "include": "#include finds nothing here; put the other text before this one"
                default: "#\(kind) is not possible in an operation's text"
                }
            throw Fault(place: token.place, reason: reason)
        }
        switch kind {
        case "if", "ifdef", "ifndef": conditions.append(index)
        case "elif", "else", "endif":
            guard !conditions.isEmpty else {
                throw Fault(place: token.place, reason: "#\(kind) belongs to no condition")
            }
            if kind == "endif" { conditions.removeLast() }
        case "define", "undef":
            let name = String((words.dropFirst().first ?? "").prefix { $0 != "(" })
            guard ShaderWords.isName(name) else {
                throw Fault(place: token.place, reason: "#\(kind) needs a name")
            }
            guard !ShaderWords.isTaken(name), kind == "define" || macros.contains(name) else {
                throw Fault(
                    place: token.place, reason: "“\(name)” is a name of the kernel's; choose another one")
            }
            if !macros.contains(name) { macros.append(name) }
        default: break
        }
    }

    private mutating func read(word token: Token, _ index: Int, isOutside: Bool) throws(Fault) {
        let isMember = index > 0 && tokens[index - 1].text == "."
        if ShaderWords.kernels.contains(token.text), !isMember {
            throw Fault(
                place: token.place,
                reason: token.text == "main"
                    ? "main is the kernel's; an operation's text has a function vec4 name(…)"
                    : "“\(token.text)” is for whole shaders; an operation's text has functions, structs and "
                        + "constants")
        }
        guard isOutside else { return }
        if ["in", "out", "inout"].contains(token.text) {
            throw Fault(
                place: token.place,
                reason:
                    "“\(token.text)” is for whole shaders; an operation's text has functions, structs and "
                    + "constants")
        }
        guard isDeclared(index), !names.contains(token.text) else { return }
        guard !ShaderWords.isTaken(token.text) else {
            throw Fault(
                place: token.place, reason: "“\(token.text)” is a name of the kernel's; choose another one")
        }
        names.append(token.text)
        if index > 0, tokens[index - 1].text == "struct" { structs[token.text] = token.place }
    }

    /// True for a word outside of brackets that names something new: `vec4 NAME`, `float[2] NAME`, `a = 1, NAME`.
    private func isDeclared(_ index: Int) -> Bool {
        guard !ShaderWords.language.contains(tokens[index].text), index > 0 else { return false }
        let before = tokens[index - 1]
        switch before.kind {
        case .word: return true
        case .mark:
            if before.text == "]" || before.text == "," { return true }
            // struct { … } NAME;
            return before.text == "}" && index + 1 < tokens.count && tokens[index + 1].kind == .mark
        case .number, .directive: return false
        }
    }

    // MARK: The function

    /// The last function, and the kinds of its arguments.
    ///
    /// - Throws: That there is none, or the place of what is wrong with it.
    func entry() throws(Fault) -> Entry {
        guard let function, function.name > 0 else {
            throw Fault(
                place: tokens.last?.place ?? ShaderTokens.Place(line: 1, column: 1),
                reason: "there is no function; write vec4 name(…) { … }")
        }
        let name = tokens[function.name]
        guard tokens[function.name - 1].text == "vec4" else {
            throw Fault(
                place: name.place,
                reason: "\(name.text), the last function, is the one that is called; it must return vec4")
        }
        var (colorCount, usesPlace) = (0, false)
        var structName: String?
        for parameter in tokens[function.parameters].split(whereSeparator: { $0.text == "," }) {
            let words = parameter.drop { ["const", "in", "highp", "mediump", "lowp"].contains($0.text) }
            guard let type = words.first else { continue }
            if type.text == "void", words.count == 1 { continue }
            let isPlain = words.count <= 2 && words.allSatisfy { $0.kind == .word }
            switch type.text {
            case "vec4" where isPlain && !usesPlace && structName == nil: colorCount += 1
            case "ivec2" where isPlain && !usesPlace && structName == nil: usesPlace = true
            case _ where isPlain && structName == nil && !ShaderWords.language.contains(type.text):
                structName = type.text
            default:
                throw Fault(
                    place: type.place,
                    reason: "\(name.text) takes a vec4 for each picture, then ivec2 for the place, then the "
                        + "struct of its parameters, as far as it needs them")
            }
        }
        return Entry(
            name: name.text, colorCount: colorCount, usesPlace: usesPlace, structName: structName)
    }
}
