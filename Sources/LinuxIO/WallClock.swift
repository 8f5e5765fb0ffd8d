internal import Glibc

/// The kernel's clock of dates (`CLOCK_REALTIME`): it jumps when it is set.
public enum WallClock {
    /// Reads the clock: nanoseconds since 1970 (`clock_gettime`).
    public static func now() -> Int64 { MonotonicClock.read(CLOCK_REALTIME) }
}
