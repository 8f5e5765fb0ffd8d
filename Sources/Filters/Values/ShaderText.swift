/// The GLSL of an operation that a program writes itself, and the name by which errors call it.
///
/// A string literal is one. What the text must be says ``ShaderOperation``.
public struct ShaderText: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The GLSL.
    public let text: String
    /// The file that it comes from; nil for a text of the program's.
    public let path: String?

    /// Bytes that a text may have.
    static let limit = 256 << 10

    /// Makes a text of a string.
    public init(_ text: String) {
        self.text = text
        path = nil
    }

    /// Makes a text of a literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// Reads a text from a file.
    ///
    /// - Parameter path: The file: UTF-8, at most 256 KiB.
    /// - Throws: ``FilterError/badFile(_:reason:)``: it cannot be read, or is no text.
    public init(contentsOf path: String) throws(FilterError) {
        let bytes = try FileBytes.read(path, limit: ShaderText.limit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .badFile(path, reason: "is no text in UTF-8; save it as such")
        }
        self.text = text
        self.path = path
    }
}
