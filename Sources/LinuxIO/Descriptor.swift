internal import Glibc

/// A file descriptor with one owner; closed when the owner lets go of it.
public struct Descriptor: ~Copyable, Sendable {
    /// The number that the kernel knows it by; valid while this value lives.
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    deinit { close(number) }

    /// Gives the descriptor up: the caller closes it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Opens a file with `O_CLOEXEC` added to `flags` (`open`).
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - flags: `O_RDONLY`, `O_RDWR`, `O_NONBLOCK`, ….
    /// - Throws: What `open` answers, with the path.
    /// - Returns: The open descriptor.
    public static func open(_ path: String, flags: Int32) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try systemCall("open", on: path) { unsafe Glibc.open(path, flags | O_CLOEXEC) })
    }

    /// Makes an empty file, or empties the one there is (`open` with `O_CREAT` and `O_TRUNC`).
    ///
    /// - Parameter path: The file.
    /// - Throws: What `open` answers, with the path.
    /// - Returns: The file, open for writing.
    public static func create(_ path: String) throws(SystemError) -> Descriptor {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        return Descriptor(
            owning: try systemCall("open", on: path) { unsafe Glibc.open(path, flags, 0o666) })
    }

    /// Writes all of a text (`write`), as UTF-8.
    ///
    /// - Parameter text: What to write.
    /// - Throws: What `write` answers; a part of the text may be written then.
    public func write(_ text: String) throws(SystemError) {
        try Self.write(text, to: number)
    }

    /// Writes all of a text to a descriptor that somebody else keeps open, such as the standard output.
    ///
    /// - Parameters:
    ///   - text: What to write, as UTF-8.
    ///   - number: The descriptor.
    /// - Throws: What `write` answers; a part of the text may be written then.
    public static func write(_ text: String, to number: Int32) throws(SystemError) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            written += try systemCall("write") {
                unsafe bytes[written...].withUnsafeBytes { rest in
                    unsafe Glibc.write(number, rest.baseAddress, rest.count)
                }
            }
        }
    }

    /// Reads at most `bytes.count` bytes (`read`).
    ///
    /// - Parameter bytes: Where they go.
    /// - Throws: What `read` answers.
    /// - Returns: How many came; 0 at the end of the file.
    public func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try systemCall("read") { unsafe Glibc.read(number, bytes.baseAddress, bytes.count) }
    }
}
