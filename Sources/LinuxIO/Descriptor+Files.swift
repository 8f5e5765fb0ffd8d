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
        byteCount != nil
    }

    /// Goes to a place of a file (`lseek`).
    ///
    /// - Parameter offset: Bytes from the beginning.
    /// - Throws: The error of `lseek`.
    public func seek(to offset: Int) throws(SystemError) {
        _ = try systemCall("lseek") { lseek(number, offset, SEEK_SET) }
    }

    /// The length of a file in bytes (`fstat`); nil for what has none.
    public var byteCount: Int? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            ? Int(status.st_size) : nil
    }

    /// Waits until all that was written is on the disk (`fsync`).
    ///
    /// - Throws: The error of `fsync`; what was written may be lost then.
    public func synchronize() throws(SystemError) {
        _ = try systemCall("fsync") { fsync(number) }
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
        var rest = Array(text.utf8)[...]
        let count = rest.count
        if try offer(&rest, to: number, patience: patience) { return true }
        guard rest.count < count else { return false }
        // Half a line is worse than a little wait.
        return try offer(&rest, to: number, patience: max(patience, 100_000_000))
    }

    /// Writes as much of some bytes as their reader takes, to a descriptor that somebody else keeps open.
    ///
    /// - Parameters:
    ///   - bytes: The bytes; what is written is taken out.
    ///   - number: The descriptor.
    ///   - patience: The longest wait for room in between, in nanoseconds.
    /// - Returns: True when nothing is left.
    /// - Throws: The error of `poll` or `write`.
    public static func offer(
        _ bytes: inout ArraySlice<UInt8>, to number: Int32, patience: Int64
    ) throws(SystemError) -> Bool {
        let pipe = unwaitingPipe(number)
        defer { if pipe != number { close(pipe) } }
        while !bytes.isEmpty {
            let deadline = MonotonicClock.now() + patience
            let entry = Poll.Entry(number, .writable)
            guard try !Poll.wait(for: entry, until: deadline).isEmpty else { return false }
            // A pipe that is ready takes this much without a wait (`pipe(7)`, PIPE_BUF).
            let part = Array(bytes.prefix(Int(PIPE_BUF)))
            do throws(SystemError) {
                try write(part, to: pipe)
                bytes = bytes.dropFirst(part.count)
            } catch {
                // Somebody else has taken the room that there was.
                guard error.code == EAGAIN else { throw error }
            }
        }
        return true
    }

    /// Opens a pipe once more, so that to write to it is never to wait, though its other writers do; all else is left as it is.
    ///
    /// - Returns: The descriptor, which is the caller's; the same one where it is no pipe, or one that this user may not open.
    private static func unwaitingPipe(_ number: Int32) -> Int32 {
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return number }
        return (try? open("/proc/self/fd/\(number)", flags: O_WRONLY | O_NONBLOCK))?.release() ?? number
    }

    /// Writes all of some bytes (`write`).
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: The error of `write`; a part of them may be written then.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        try Self.write(bytes, to: number)
    }

    /// Writes all of some bytes to a descriptor that somebody else keeps open.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - number: The descriptor.
    /// - Throws: The error of `write`; a part of them may be written then.
    public static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
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
