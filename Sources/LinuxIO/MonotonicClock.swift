internal import CLinux
internal import Glibc

/// The kernel's clock that never jumps (`CLOCK_MONOTONIC`): V4L2 stamps frames with it, compositors presentations.
public enum MonotonicClock {
    /// Reads the clock: nanoseconds since some moment before the program started (`clock_gettime`).
    public static func now() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Gives the moment that is some seconds away, in nanoseconds; the last one there is where that is nearer.
    public static func moment(in seconds: Int) -> Int64 {
        let (distance, isFar) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (moment, isFarther) = now().addingReportingOverflow(distance)
        return isFar || isFarther ? (seconds > 0 ? .max : .min) : moment
    }

    /// Reads the processor time of this process, in user and kernel, in nanoseconds (`CLOCK_PROCESS_CPUTIME_ID`).
    public static func processorTime() -> Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// Reads the processor time of the calling thread, in nanoseconds (`CLOCK_THREAD_CPUTIME_ID`).
    public static func threadTime() -> Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

    static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
