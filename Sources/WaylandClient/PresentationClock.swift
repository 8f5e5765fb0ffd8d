internal import Glibc
internal import LinuxIO

/// The clock that a compositor stamps presentations with; Weston takes `CLOCK_MONOTONIC_RAW`, most `CLOCK_MONOTONIC`.
struct PresentationClock: Equatable {
    /// The number of the clock for `clock_gettime`.
    let number: Int32

    static let monotonic = PresentationClock(number: CLOCK_MONOTONIC)

    /// Converts a moment to nanoseconds of `MonotonicClock`; exact when the moment is near, for clocks drift apart.
    func monotonicTime(_ time: Int64) -> Int64 {
        if self == .monotonic { return time }
        var now = timespec()
        guard unsafe clock_gettime(number, &now) == 0 else { return time }
        return time + MonotonicClock.now() - (Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
    }
}
