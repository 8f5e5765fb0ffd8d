/// An operation whose numbers come from a file.
public protocol FileOperation: BasicOperation {
    /// The endings of such files' names, without the dot.
    static var fileEndings: [String] { get }

    /// Takes the numbers of a file, on any thread; they show from the next frame on.
    ///
    /// A failure leaves everything as it was.
    ///
    /// - Parameters:
    ///   - file: The file's bytes.
    ///   - name: The file's name, for errors.
    /// - Throws: `FilterError.badFile` with the file's fault.
    func load(_ file: [UInt8], name: String) throws(FilterError)
}

extension FileOperation {
    /// Reads a file and takes its numbers.
    ///
    /// - Parameter path: The file; at most 64 MiB.
    /// - Throws: `FilterError.badFile` with the file's fault, or the reason why it cannot be read.
    public func load(fileAt path: String) throws(FilterError) {
        try load(try FileBytes.read(path, limit: 64 << 20), name: path)
    }
}
