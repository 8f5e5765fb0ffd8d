/// Why a picture file cannot be read or written.
public struct PictureFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What is wrong, without the path.
    public let reason: String

    init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// One sentence.
    public var description: String { "\(path): \(reason)" }
}
