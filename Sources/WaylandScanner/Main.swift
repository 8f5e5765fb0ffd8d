internal import Foundation

/// `WaylandScanner OUTPUT INPUT…` writes the Swift bindings of the protocols in the input files.
@main
struct Main {
    static func main() {
        do {
            try run(CommandLine.arguments.dropFirst())
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: ArraySlice<String>) throws {
        guard let output = arguments.first, arguments.count > 1 else { throw UsageError() }
        let protocols = try arguments.dropFirst().map(readProtocol)
        let text = SwiftWriter.write(protocols)
        // What is compiled from a file that stays as it is, is not compiled again.
        guard (try? String(contentsOfFile: output, encoding: .utf8)) != text else { return }
        try text.write(toFile: output, atomically: true, encoding: .utf8)
    }

    private static func readProtocol(_ path: String) throws -> Protocol {
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        return try ProtocolParser.parse(String(contentsOfFile: path, encoding: .utf8), name: name, file: path)
    }
}

/// The command line names no output or no input.
private struct UsageError: Error, CustomStringConvertible {
    let description = "usage: WaylandScanner OUTPUT.swift INPUT.wire…"
}
