internal import Glibc

extension Descriptor {
    /// Another owner of what the standard input is (`fcntl` with `F_DUPFD_CLOEXEC`).
    ///
    /// - Throws: The error of `fcntl`, for example when the standard input is closed.
    /// - Returns: The descriptor's owner.
    public static func standardInput() throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try systemCall("fcntl", on: "standard input") {
                fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
            })
    }

    /// Whether it is a file with a beginning and an end; pipes, sockets and devices are not (`fstat`).
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
}
