internal import LinuxIO

/// The reason why a picture file cannot be read or written.
public struct PictureFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// The fault, without the path.
    public let reason: String

    init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The path and the fault in one sentence.
    public var description: String { "\(path): \(reason)".showingControls() }
}
