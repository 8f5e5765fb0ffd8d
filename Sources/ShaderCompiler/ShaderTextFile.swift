internal import Foundation

/// The texts of a folder's bodies as Swift source.
enum ShaderTextFile {
    /// Writes `ShaderTexts.files`: each file's text by its name.
    static func write(folder: String, into output: String) throws(ShaderFailure) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .unreadable(folder)
        }
        var text = "enum ShaderTexts {\n    static let files: [String: String] = [\n"
        for name in names.sorted() where name.hasSuffix(".glsl") || name.hasSuffix(".glsli") {
            let path = "\(folder)/\(name)"
            guard let bytes = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
            // Three number signs: no shader has as many behind a quotation mark.
            text += "        \"\(name)\": ###\"\"\"\n\(String(decoding: bytes, as: UTF8.self))\n\"\"\"###,\n"
        }
        text += "    ]\n}\n"
        try SwiftFile.write(text, to: output)
    }
}

/// A file of Swift source that this tool makes.
enum SwiftFile {
    /// Writes a file, unless it holds that text already: what is compiled from it is then not compiled again.
    static func write(_ text: String, to path: String) throws(ShaderFailure) {
        let bytes = Data(text.utf8)
        guard FileManager.default.contents(atPath: path) != bytes else { return }
        guard FileManager.default.createFile(atPath: path, contents: bytes) else { throw .unwritable(path) }
    }
}
