internal import Glibc
internal import LinuxIO

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
        try load(try fileBytes(path, limit: 64 << 20), name: path)
    }
}

/// Reads all bytes of a file that has at most `limit` of them.
private func fileBytes(_ path: String, limit: Int) throws(FilterError) -> [UInt8] {
    do throws(SystemError) {
        // Without O_NONBLOCK, opening a pipe that nobody writes to never ends.
        let file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
        if file.isRegularFile, let bytes = try bytes(of: file, limit: limit) { return bytes }
    } catch {
        throw .badFile(path, reason: "cannot be read (\(error.reason)); check its path and who may read it")
    }
    throw .badFile(path, reason: "is no file of at most \(limit >> 20) MiB; check its path")
}

/// Reads all bytes; nil where there are more than `limit`.
private func bytes(of file: borrowing Descriptor, limit: Int) throws(SystemError) -> [UInt8]? {
    let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
    defer { unsafe part.deallocate() }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
        let count = try unsafe file.read(into: part)
        if count == 0 { return bytes }
        unsafe bytes.append(contentsOf: part.prefix(count))
    }
    return nil
}
