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
        guard FileManager.default.createFile(atPath: output, contents: Data(text.utf8)) else {
            throw .unwritable(output)
        }
    }
}
