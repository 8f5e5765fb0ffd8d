import Foundation

/// The checkout's sources, read as text: these tests need no build of what they judge.
enum Sources {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The text of a file of the checkout.
    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    /// The files below a folder of the checkout whose names end like that, by their paths in the folder.
    static func files(below folder: String, ending endings: [String]) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
            .filter { path in endings.contains { path.hasSuffix($0) } }.sorted()
    }

    /// A source without its comments and its texts in quotes.
    static func code(_ source: String) -> String {
        let words = /\/\/[^\n]*|\/\*.*?\*\/|""".*?"""|"(\\.|[^"\\\n])*"/.dotMatchesNewlines()
        return source.replacing(words, with: "\"\"")
    }
}
