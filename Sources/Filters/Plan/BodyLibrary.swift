/// The texts of all bodies, by their files' names.
struct BodyLibrary: Sendable {
    private let files: [String: String]

    /// Those of Shaders/Filters.
    static let builtIn = BodyLibrary(files: ShaderTexts.files)

    init(files: [String: String]) { self.files = files }

    /// A body's text, with what it includes and what no other body of the kernel has included.
    func text(
        of file: String, alreadyIncluded included: inout Set<String>
    ) throws(FilterError) -> String {
        guard let text = files["\(file).glsl"] else {
            throw .badShader(file, reason: "there is no \(file).glsl in Shaders/Filters")
        }
        return try resolve(text, of: file, &included)
    }

    private func resolve(
        _ text: String, of file: String, _ included: inout Set<String>
    ) throws(FilterError) -> String {
        guard text.contains("#include") else { return text }
        var result = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("#include") else {
                result += line + "\n"
                continue
            }
            let name = line.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
            guard included.insert(name).inserted else { continue }
            guard let shared = files[name] else {
                throw .badShader(file, reason: "there is no \(name) in Shaders/Filters")
            }
            result += try resolve(shared, of: file, &included)
        }
        return result
    }
}
