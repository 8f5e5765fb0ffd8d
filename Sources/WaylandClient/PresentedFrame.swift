/// The fate of one commit (presentation-time).
public struct PresentedFrame: Sendable, Equatable {
    /// The number that was given to ``SurfacePacing/prepareCommit(for:token:)``.
    public let token: UInt64
    /// The moment at which the display showed it, in nanoseconds of `MonotonicClock`; nil when a newer commit replaced
    /// it first.
    public let time: Int64?
    /// The compositor's own clock, as `clock_gettime` numbers it; the time has been converted from it.
    public let clock: Int32
    /// The display's time between two refreshes, in nanoseconds; 0 when the compositor does not know it.
    public let refreshPeriod: Int64
    /// True when the time is that of a real vertical retrace.
    public let isVerticallySynchronized: Bool
    /// True when the display's hardware took the time.
    public let isHardwareClock: Bool
}
