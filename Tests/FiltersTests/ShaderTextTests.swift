import Filters
import Foundation
import Testing

/// What is wrong with a text is told by its place in that text, and no text ends the program.
struct ShaderTextTests {
    /// The error of a point operation's text, without parameters.
    private func fault(_ text: String) -> FilterError? {
        #expect(throws: FilterError.self, "\(text.prefix(200))") {
            try ShaderOperation(point: ShaderText(text), parameters: [:])
        }
    }

    /// The line and the column of a fault, and whether its reason has some words.
    private func expect(
        _ text: String, at line: Int, _ column: Int, _ words: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        guard case .badShaderText(_, let found, let foundColumn, let reason) = fault(text) else {
            Issue.record("\(String(describing: fault(text)))", sourceLocation: location)
            return
        }
        #expect(found == line && foundColumn == column, "\(found):\(foundColumn)", sourceLocation: location)
        #expect(reason.contains(words), "\(reason)", sourceLocation: location)
    }

    @Test func aFaultIsToldByLineAndColumnOfTheText() {
        let start = "vec4 tint(vec4 color) {\n"
        expect(start + "    return color * shade;\n}", at: 2, 20, "“shade”: undeclared identifier")
        expect(start + "    return vec4(sin(color.r), foo(color.g), 0, 1);\n}", at: 2, 31, "“foo”")
        expect(start + "    return color.xyzwx;\n}", at: 2, 18, "“xyzwx”")
        expect(start + "    vec2 a = color; return color;\n}", at: 2, 10, "cannot convert")
        expect(start + "    return color\n}", at: 3, 1, "syntax error")
        expect(start + "    /* ü */ return color; return;\n}", at: 2, 27, "return")
        expect(
            start + "\t// one \\\n still a comment\n    return\n\n  color *\n  half1;\n}", at: 7, 3, "half1")
    }

    @Test func theSentenceNamesTheFunctionAndThePlace() {
        let error = fault("vec4 tint(vec4 color) {\r\n    return shade;\r\n}")
        #expect(
            error?.description
                == "the shader of tint is wrong in line 2, column 12: “shade”: undeclared identifier")
    }

    @Test func macrosAndHelpersAreToldByTheirNames() {
        // Of what a macro becomes, the place is the end of its use.
        expect(
            "#define HALF(x) ((x) * half1)\nvec4 tint(vec4 color) { return HALF(color); }", at: 2, 42, "half1"
        )
        expect(
            "float help(float x) { return x; }\nvec4 tint(vec4 c) { return help(c); }", at: 2, 28, "“help”")
        expect("#if FOO(\n#endif\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "#if")
        expect("#error no such thing\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "no such thing")
    }

    @Test func whatIsNoBodyIsRefusedWhereItStands() {
        expect("", at: 1, 1, "there is no function")
        expect("  // nothing\n", at: 1, 1, "there is no function")
        expect("const float x = 1.0;", at: 1, 20, "there is no function")
        expect("float tint(vec4 c) { return 1.0; }", at: 1, 7, "must return vec4")
        expect("vec4 tint(vec3 c) { return vec4(c, 1); }", at: 1, 11, "a vec4 for each picture")
        expect("vec4 tint(inout vec4 c) { return c; }", at: 1, 11, "a vec4 for each picture")
        expect("vec4 tint(vec4 c, P p, ivec2 at) { return c; }", at: 1, 24, "a vec4 for each picture")
        expect("struct P { float a; };\nvec4 tint(vec4 c, P p) { return c; }", at: 1, 8, "leave it out")
        expect("void main() {}", at: 1, 6, "main is the kernel's")
        expect("#version 450\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "#version")
        expect("\n #extension all : enable\nvec4 tint(vec4 c) { return c; }", at: 2, 2, "#extension")
        expect("#include \"none.glsl\"\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "#include finds nothing")
        expect("#line 7\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "#line")
        expect("#pragma debug(on)\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "#pragma")
        expect("layout(binding = 9) buffer B { float x; };", at: 1, 1, "whole shaders")
        expect("uniform sampler2D s;\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "whole shaders")
        expect("vec4 tint(vec4 c) { barrier(); return c; }", at: 1, 21, "whole shaders")
        expect("out vec4 x;\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "whole shaders")
    }

    @Test func whatWouldReachBeyondTheTextIsRefused() {
        expect("vec4 tint(vec4 c) { return c; } }", at: 1, 33, "closes nothing")
        expect("vec4 tint(vec4 c) { return (c; }", at: 1, 32, "does not close")
        expect("vec4 tint(vec4 c) { return c;", at: 1, 19, "never closed")
        expect("vec4 tint(vec4 c) { return c; } /* so", at: 1, 33, "no end")
        expect("#if 1\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "no #endif")
        expect("#endif\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "no condition")
        expect("#undef outputSize\nvec4 tint(vec4 c) { return c; }", at: 1, 1, "a name of the kernel's")
        expect("float size0 = 1.0;\nvec4 tint(vec4 c) { return c; }", at: 1, 7, "a name of the kernel's")
        expect("vec4 own0_tint(vec4 c) { return c; }", at: 1, 6, "a name of the kernel's")
        expect("vec4 tint(vec4 c) { return c; } \\\n", at: 1, 33, "no character of GLSL")
    }

    @Test func recursionIsToldByTheFunction() {
        expect(
            "float f(float x);\nfloat g(float x) { return f(x); }\nfloat f(float x) { return g(x); }\n"
                + "vec4 tint(vec4 c) { return vec4(f(c.r)); }", at: 1, 7, "calls itself")
    }

    @Test func charactersThatAreNoneOfGLSLAreToldByTheirPlace() {
        expect("vec4 tint(vec4 c)\0 { return c; }", at: 1, 18, "the byte 0")
        expect("vec4 tïnt(vec4 c) { return c; }", at: 1, 7, "outside of ASCII")
        expect("vec4 tint(vec4 c) { return \"c\"; }", at: 1, 28, "no character")
        expect("vec4 tint(vec4 c) { return c; } # define X", at: 1, 33, "middle of a line")
    }

    /// Each of these would let the compiler call itself until the stack is full, or fill the memory.
    @Test(arguments: [
        "return c" + String(repeating: " + c", count: 30_000) + ";",
        "return " + String(repeating: "(", count: 5_000) + "c" + String(repeating: ")", count: 5_000) + ";",
        "return " + String(repeating: "- ", count: 5_000) + "c;",
        String(repeating: "{", count: 3_000) + String(repeating: "}", count: 3_000) + "return c;",
        "if (c.r > 0.0) c = c; " + String(repeating: "else if (c.r > 0.1) c = c; ", count: 4_000)
            + "return c;",
        String(repeating: "for (;;) ", count: 4_000) + "; return c;",
        "return A5 + c;",
        "return D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(D(c))))))))))))))))))));",
    ])
    func textsThatGoTooDeepAreRefused(statement: String) {
        let macros =
            (1...5).map {
                "#define A\($0) " + Array(repeating: "A\($0 - 1)", count: 9).joined(separator: "+") + "\n"
            }.joined()
            + "#define A0 c\n#define D(x) (x + x)\n"
        guard
            case .badShaderText(_, let line, _, let reason) = fault(
                macros + "vec4 tint(vec4 c) { \(statement) }")
        else {
            Issue.record("it was taken, or refused in another way")
            return
        }
        #expect(line == 8 && reason.contains("too deep"))
    }

    @Test func noBrokenTextEndsTheProgram() {
        let words = """
            #define HALF(x) ( ( x ) * 0.5 ) \n const float level = 0.5 ; float help ( float x ) { return HALF ( x ) ; } \n \
            vec4 tint ( vec4 color , Tint p ) { for ( int i = 0 ; i < 3 ; ++ i ) color . r += help ( p . amount ) ; \
            if ( color . r > level ) { color = vec4 ( 1.0 ) ; } else color *= 2.0 ; return color ; }
            """.split(separator: " ").map(String.init)
        var numbers = SameNumbers(seed: 7)
        var (taken, refused) = (0, 0)
        for _ in 0..<600 {
            var text = words
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                let place = text.indices.randomElement(using: &numbers) ?? 0
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: text.remove(at: place)
                case 1: text.insert(words.randomElement(using: &numbers) ?? "", at: place)
                default: text[place] = words.randomElement(using: &numbers) ?? ""
                }
            }
            do throws(FilterError) {
                _ = try ShaderOperation(
                    point: ShaderText(text.joined(separator: " ")), parameters: ["amount": .float(1)])
                taken += 1
            } catch {
                refused += 1
                if case .badShader(_, let reason) = error, !reason.contains("vec4"),
                    !reason.contains("struct")
                {
                    Issue.record("no place: \(error)\n\(text.joined(separator: " "))")
                }
            }
        }
        #expect(taken > 5 && refused > 300, "\(taken) \(refused)")
    }

    /// Numbers that are the same each time.
    private struct SameNumbers: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    @Test func aHugeTextIsRefused() throws {
        let error = fault(String(repeating: "// a\n", count: 100_000) + "vec4 tint(vec4 c) { return c; }")
        #expect(
            error?.description
                == "the shader of a text is wrong: it has 500031 bytes; at most 262144 are possible")
        // A long one with many small functions is none.
        let functions = (0..<1000).map { "float f\($0)(float x) { return x * 0.5 + \($0).0; }\n" }.joined()
        _ = try ShaderOperation(point: ShaderText(functions + "vec4 tint(vec4 c) { return c * f999(c.r); }"))
    }

    @Test func whatDoesNotSuitTheTextIsRefused() {
        func words(_ make: () throws -> ShaderOperation) -> String {
            (#expect(throws: FilterError.self) { try make() })?.description ?? ""
        }
        let plain: ShaderText = "vec4 tint(vec4 c) { return c; }"
        let taking: ShaderText = "vec4 tint(vec4 c, P p) { return c; }"
        let area: ShaderText = "vec4 tint(ivec2 at) { return pixel0(at); }"
        #expect(words { try ShaderOperation(point: area) }.contains("takes no vec4"))
        #expect(words { try ShaderOperation(area: plain) }.contains("takes ivec2 for the place"))
        #expect(words { try ShaderOperation(area: area, inputs: 0) }.contains("or none with a size"))
        #expect(words { try ShaderOperation(area: area, inputs: 99) }.contains("1 to 8"))
        #expect(words { try ShaderOperation(area: area, pixelsPerInvocation: 3) }.contains("1 or 4"))
        #expect(
            words { try ShaderOperation(point: plain, parameters: ["a": .float(1)]) }.contains(
                "does not take its parameters"))
        for name in ["", "1a", "a b", "vec4", "outputSize", "gl_a", "size0", "ä"] {
            #expect(
                words { try ShaderOperation(point: taking, parameters: [(name, .float(1))].dictionary) }
                    .contains("cannot be the name"), "\(name)")
        }
        #expect(
            words { try ShaderOperation(point: taking, parameters: ["a": .float(1), "a": .float(1)]) }
                .contains("two parameters are called a"))
        #expect(
            words { try ShaderOperation(point: taking, parameters: ["a": Parameter(wrappedValue: Odd())]) }
                .contains("odd"))
    }

    /// A value that does not say what it is.
    private struct Odd: ParameterValue {
        static var componentCount: Int { 2 }
        static var shaderType: String { "odd" }
        var components: [Float] { [1, 2, 3] }
        init() {}
        init(components: [Float]) {}
    }

    @Test func aTextComesFromAFile() throws {
        let path = NSTemporaryDirectory() + "viewfinder-\(UUID().uuidString).glsl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let missing = #expect(throws: FilterError.self) { try ShaderText(contentsOf: path) }
        #expect(missing?.description.hasPrefix("\(path): cannot be read") == true)
        try Data("vec4 tint(vec4 c) { return c; }".utf8).write(to: URL(filePath: path))
        #expect(try ShaderOperation(point: ShaderText(contentsOf: path)).name == "tint")
        try Data("vec4 tint(vec4 c) { return d; }".utf8).write(to: URL(filePath: path))
        let wrong = #expect(throws: FilterError.self) {
            try ShaderOperation(point: ShaderText(contentsOf: path))
        }
        #expect(
            wrong?.description
                == "the shader of \(path) is wrong in line 1, column 28: “d”: undeclared identifier")
        try Data([0xFF, 0xFE, 0x41]).write(to: URL(filePath: path))
        let binary = #expect(throws: FilterError.self) { try ShaderText(contentsOf: path) }
        #expect(binary?.description == "\(path): is no text in UTF-8; save it as such")
    }
}

extension [(String, AnyParameter)] {
    /// As a literal would give them.
    fileprivate var dictionary: KeyValuePairs<String, AnyParameter> {
        self.isEmpty ? [:] : [self[0].0: self[0].1]
    }
}
