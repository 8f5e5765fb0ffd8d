/// An operation whose numbers come from a file.
public protocol FileOperation: BasicOperation {
    /// The endings of such files' names, without the dot.
    static var fileEndings: [String] { get }
    /// The names by which ``FilterText`` takes such files: `file`, unless there are several.
    static var fileSettings: [String] { get }

    /// Takes the numbers of a file, on any thread; they show from the next frame on.
    ///
    /// A failure leaves everything as it was.
    ///
    /// - Parameters:
    ///   - file: The file's bytes.
    ///   - name: The file's name, for errors.
    /// - Throws: `FilterError.badFile` with the file's fault.
    func load(_ file: [UInt8], name: String) throws(FilterError)

    /// Takes the numbers of one of several files.
    ///
    /// - Parameters:
    ///   - file: The file's bytes.
    ///   - name: The file's name, for errors.
    ///   - setting: One of ``fileSettings``.
    /// - Throws: `FilterError.badFile` with the file's fault.
    func load(_ file: [UInt8], name: String, as setting: String) throws(FilterError)
}

extension FileOperation {
    /// The name of its only file: `file`.
    public static var fileSettings: [String] { ["file"] }

    /// Takes the numbers of its only file.
    public func load(_ file: [UInt8], name: String, as setting: String) throws(FilterError) {
        try load(file, name: name)
    }

    /// Reads one of several files and takes its numbers.
    ///
    /// - Parameters:
    ///   - path: The file; at most 64 MiB.
    ///   - setting: One of ``fileSettings``.
    /// - Throws: `FilterError.badFile` with the file's fault, or the reason why it cannot be read.
    public func load(fileAt path: String, as setting: String) throws(FilterError) {
        try load(try FileBytes.read(path, limit: 64 << 20), name: path, as: setting)
    }

    /// Reads a file and takes its numbers.
    ///
    /// - Parameter path: The file; at most 64 MiB.
    /// - Throws: `FilterError.badFile` with the file's fault, or the reason why it cannot be read.
    public func load(fileAt path: String) throws(FilterError) {
        try load(try FileBytes.read(path, limit: 64 << 20), name: path)
    }
}
