internal import Glibc

/// The order in which threads get the processor.
enum ThreadPriority {
    /// Puts the calling thread before programs that use every core, where that is allowed: frames and readings must be on time.
    static func raise() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -10) }
}
