internal import Glibc
internal import LinuxIO

/// The program's standard output, for what a command has been asked for.
enum StandardOutput {
    /// Prints a text and an end of its line.
    ///
    /// - Throws: The sentence why it cannot be written.
    static func print(_ text: String) throws(ViewfinderError) { try write(Array((text + "\n").utf8)) }

    /// Writes bytes.
    ///
    /// A reader that has had enough and has gone is no error.
    ///
    /// - Throws: The sentence why it cannot be written: the disk is full, or there is no output.
    static func write(_ bytes: [UInt8]) throws(ViewfinderError) {
        do throws(SystemError) {
            try Descriptor.write(bytes, to: STDOUT_FILENO)
        } catch {
            guard error.code != EPIPE else { return }
            throw ViewfinderError(
                "the output cannot be written (\(error.reason)); make room, or give another place for it")
        }
    }

    /// Tells the parser of arguments another width than that of the terminal where it could not count with it: its help has a column of
    /// twenty-six letters, and it subtracts from numbers of any size.
    ///
    /// Writes to the environment, which is safe only while there is one thread.
    static func boundWidth() {
        var size = winsize()
        let terminal = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
        let wish = unsafe getenv("COLUMNS").flatMap { unsafe Int(String(cString: $0)) }
        guard let width = wish ?? (terminal > 0 ? terminal : nil), !(40...10_000).contains(width) else {
            return
        }
        unsafe _ = setenv("COLUMNS", "\(min(max(width, 40), 10_000))", 1)
    }

    /// Keeps the places of the three standard descriptors that are closed, so that no device or socket gets one of them, to which a text
    /// would then go: writing to one of them stays an error.
    static func keepPlaces() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            // Gets the lowest number that is free.
            _ = unsafe open("/dev/null", O_RDONLY)
        }
    }
}
