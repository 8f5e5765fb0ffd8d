internal import CLinux
internal import Glibc

/// The kernel's clock that never jumps (`CLOCK_MONOTONIC`): V4L2 stamps frames with it, compositors presentations.
public enum MonotonicClock {
    /// Nanoseconds since some moment before the program started (`clock_gettime`).
    public static func now() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Nanoseconds of processor time that this process has used, in user and kernel (`CLOCK_PROCESS_CPUTIME_ID`).
    public static func processorTime() -> Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// Nanoseconds of processor time that the calling thread has used (`CLOCK_THREAD_CPUTIME_ID`).
    public static func threadTime() -> Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

    static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
