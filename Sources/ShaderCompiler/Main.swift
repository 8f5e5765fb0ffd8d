internal import Foundation

/// Compiles one shader with `glslc` and writes its words as an extension of the Swift type of the same name, or writes
/// the texts of many files as a Swift dictionary.
///
/// Called by the plugin CompileShaders: `ShaderCompiler Shaders/Quad.frag …/Quad.frag.swift`, or
/// `ShaderCompiler --texts Shaders/Filters …/ShaderTexts.swift`.
@main
struct Main {
    static func main() {
        do throws(ShaderFailure) {
            let arguments = CommandLine.arguments
            if arguments.count == 4, arguments[1] == "--texts" {
                return try ShaderTextFile.write(folder: arguments[2], into: arguments[3])
            }
            guard arguments.count == 3 else { throw .usage }
            try compile(arguments[1], into: arguments[2])
        } catch {
            FileHandle.standardError.write(Data("\(error.description)\n".utf8))
            exit(1)
        }
    }

    private static func compile(_ path: String, into output: String) throws(ShaderFailure) {
        let source = URL(fileURLWithPath: path)
        guard let stage = ShaderStage(rawValue: source.pathExtension) else { throw .unknownStage(path) }
        let binary = output + ".spv"
        try Compiler.find().run(source: path, output: binary)
        defer { try? FileManager.default.removeItem(atPath: binary) }
        guard let bytes = FileManager.default.contents(atPath: binary) else { throw .unreadable(binary) }
        let text = SwiftWords.text(
            type: source.deletingPathExtension().lastPathComponent, stage: stage, bytes: [UInt8](bytes))
        try SwiftFile.write(text, to: output)
    }
}
