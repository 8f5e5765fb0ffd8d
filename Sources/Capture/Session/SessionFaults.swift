internal import LinuxIO

/// The faults that a session itself makes.
extension CaptureFault {
    static let stopped = CaptureFault(
        .stopped, "the session was stopped before its first frame came")

    static let givenUp = CaptureFault(.stopped, "the change of source was given up")

    /// The fault of a thread that cannot be started.
    init(starting error: SystemError) {
        self.init(.io, "the source's thread cannot be started (\(error)); close other programs")
    }
}
