internal import Glibc
internal import LinuxIO

/// Reads files that a user names.
enum FileBytes {
    /// Reads all bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The largest number of bytes that it may have.
    /// - Returns: The bytes.
    /// - Throws: ``FilterError/badFile(_:reason:)``: it cannot be read, is no regular file, or is larger.
    static func read(_ path: String, limit: Int) throws(FilterError) -> [UInt8] {
        do throws(SystemError) {
            // Without O_NONBLOCK, opening a pipe that nobody writes to never ends.
            let file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
            if file.isRegularFile, let bytes = try bytes(of: file, limit: limit) { return bytes }
        } catch {
            throw .badFile(
                path, reason: "cannot be read (\(error.reason)); check its path and who may read it")
        }
        let size = limit >> 20 > 0 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
        throw .badFile(path, reason: "is no file of at most \(size); check its path")
    }

    /// Reads all bytes; nil where there are more than `limit`.
    private static func bytes(of file: borrowing Descriptor, limit: Int) throws(SystemError) -> [UInt8]? {
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
}
