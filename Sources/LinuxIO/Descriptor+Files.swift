internal import CLinux
internal import Glibc

extension Descriptor {
    /// Duplicates the standard input's descriptor (`fcntl` with `F_DUPFD_CLOEXEC`).
    ///
    /// - Throws: The error of `fcntl`, for example when the standard input is closed.
    /// - Returns: The descriptor's owner.
    public static func standardInput() throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try systemCall("fcntl", on: "standard input") {
                fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
            })
    }

    /// True for a file with a beginning and an end; false for pipes, sockets and devices (`fstat`).
    public var isRegularFile: Bool {
        var status = stat()
        return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Goes to a place of a file (`lseek`).
    ///
    /// - Parameter offset: Bytes from the beginning.
    /// - Throws: The error of `lseek`.
    public func seek(to offset: Int) throws(SystemError) {
        _ = try systemCall("lseek") { lseek(number, offset, SEEK_SET) }
    }

    /// Makes an empty file, or empties the one there is (`open` with `O_CREAT` and `O_TRUNC`).
    ///
    /// - Parameter path: The file.
    /// - Throws: The error of `open`, with the path.
    /// - Returns: The file, open for writing.
    public static func create(_ path: String) throws(SystemError) -> Descriptor {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        return Descriptor(
            owning: try systemCall("open", on: path) { unsafe Glibc.open(path, flags, 0o666) })
    }

    /// Writes all of a text (`write`), as UTF-8.
    ///
    /// - Parameter text: The text.
    /// - Throws: The error of `write`; a part of the text may be written then.
    public func write(_ text: String) throws(SystemError) {
        try Self.write(text, to: number)
    }

    /// Writes all of a text to a descriptor that somebody else keeps open, such as the standard output.
    ///
    /// - Parameters:
    ///   - text: The text, written as UTF-8.
    ///   - number: The descriptor.
    /// - Throws: The error of `write`; a part of the text may be written then.
    public static func write(_ text: String, to number: Int32) throws(SystemError) {
        try write(Array(text.utf8), to: number)
    }

    /// Writes a text to a descriptor that somebody else keeps open, unless its reader keeps it waiting: a pipe that nobody reads holds nobody
    /// up.
    ///
    /// - Parameters:
    ///   - text: The text, written as UTF-8.
    ///   - number: The descriptor.
    ///   - patience: The longest wait for the reader, in nanoseconds.
    /// - Returns: False when the reader took less than all.
    /// - Throws: The error of `poll` or `write`.
    @discardableResult
    public static func offer(
        _ text: String, to number: Int32, patience: Int64 = 0
    ) throws(SystemError) -> Bool {
        let bytes = Array(text.utf8)
        var deadline = MonotonicClock.now() + patience
        var written = 0
        while written < bytes.count {
            // A pipe that is ready takes this much without a wait (`pipe(7)`, PIPE_BUF).
            let part = bytes[written..<min(bytes.count, written + Int(PIPE_BUF))]
            let entry = Poll.Entry(number, .writable)
            guard try !Poll.wait(for: entry, until: deadline).isEmpty else { return false }
            try write(Array(part), to: number)
            written += part.count
            // Half a line is worse than a little wait.
            deadline = MonotonicClock.now() + max(patience, 100_000_000)
        }
        return true
    }

    /// Writes all of some bytes (`write`).
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: The error of `write`; a part of them may be written then.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        try Self.write(bytes, to: number)
    }

    private static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try systemCall("write") {
                unsafe bytes[written...].withUnsafeBytes { rest in
                    unsafe Glibc.write(number, rest.baseAddress, rest.count)
                }
            }
        }
    }
}
