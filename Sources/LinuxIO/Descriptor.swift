internal import CLinux
internal import Glibc

/// A file descriptor with one owner, whose end closes it.
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
    /// - Throws: The error of `open`, with the path.
    /// - Returns: The open descriptor.
    public static func open(_ path: String, flags: Int32) throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try systemCall("open", on: path) { unsafe Glibc.open(path, flags | O_CLOEXEC) })
    }

    /// Reads at most `bytes.count` bytes (`read`).
    ///
    /// - Parameter bytes: The memory that they go to.
    /// - Throws: The error of `read`.
    /// - Returns: The number of bytes that came; 0 at the end of the file.
    public func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try systemCall("read") { unsafe Glibc.read(number, bytes.baseAddress, bytes.count) }
    }
}
