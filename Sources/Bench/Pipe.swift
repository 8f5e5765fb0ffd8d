internal import CLinux
internal import Glibc
internal import LinuxIO

/// The two ends of a pipe (`pipe`), which no child inherits by accident.
struct Pipe: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor

    /// Makes a pipe.
    ///
    /// - Parameter byteCount: The number of bytes that it shall hold; the kernel's own choice where it refuses.
    /// - Throws: The error of `pipe`.
    init(byteCount: Int32? = nil) throws(SystemError) {
        var ends: [Int32] = [0, 0]
        _ = try systemCall("pipe") { unsafe pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        if let byteCount { _ = fcntl(ends[1], PipeControl.setSize, byteCount) }
        reading = Descriptor(owning: ends[0])
        writing = Descriptor(owning: ends[1])
    }

    private enum PipeControl {
        /// The value of `F_SETPIPE_SZ`, which Glibc's module leaves out.
        static let setSize: Int32 = 1031
    }
}
