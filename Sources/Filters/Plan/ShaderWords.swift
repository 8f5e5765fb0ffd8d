/// The words of GLSL that a program's own text may use, may declare, or must leave to the kernel.
enum ShaderWords {
    /// Types, qualifiers and statements: what follows another word and is nonetheless no name.
    static let language: Set<String> = {
        var words: Set = [
            "void", "bool", "int", "uint", "float", "double", "struct", "const", "in", "out", "inout",
            "highp", "mediump", "lowp", "precise", "precision", "invariant", "return", "if", "else", "for",
            "while", "do", "switch", "case", "default", "break", "continue", "discard", "true", "false",
        ]
        for count in 2...4 {
            for prefix in ["vec", "ivec", "uvec", "bvec", "dvec", "mat"] { words.insert("\(prefix)\(count)") }
            for rows in 2...4 { words.insert("mat\(count)x\(rows)") }
        }
        return words
    }()

    /// Words that only a whole shader has, and one that would stop the invocations of other pixels.
    static let kernels: Set = [
        "main", "layout", "uniform", "buffer", "shared", "attribute", "varying", "subroutine", "barrier",
    ]

    /// The lines with `#` that a text may have.
    static let directives: Set = [
        "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "",
    ]

    /// The types of parameters, and the count of their numbers.
    static let parameterTypes = [
        "float": 1, "int": 1, "uint": 1, "bool": 1, "vec2": 2, "vec3": 3, "vec4": 4, "ivec2": 2, "ivec3": 3,
        "ivec4": 4, "mat3": 9, "mat4": 16,
    ]

    /// True for a name that means something else in a kernel.
    static func isTaken(_ name: String) -> Bool {
        if kernels.contains(name) || language.contains(name) { return true }
        if ["outputSize", "LaneInt", "LaneUint", "CPU_DEVICE", "LOCAL_WIDTH", "LOCAL_HEIGHT", "defined"]
            .contains(name)
        {
            return true
        }
        if name.hasPrefix("gl_") || name.hasPrefix("GL_") || name.contains("__") { return true }
        // pixel0, values2; and own3_name, which is how names of several texts are told apart.
        return ["pixel", "sample", "luminance", "size", "values", "own"].contains { prefix in
            guard name.hasPrefix(prefix) else { return false }
            let digits = name.dropFirst(prefix.count).prefix { $0 != "_" }
            return !digits.isEmpty && digits.allSatisfy(\.isNumber)
        }
    }

    /// True for a name that a member of a struct can have.
    static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
        return name.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95
        }
    }
}
