/// When a session took its first steps, in nanoseconds of `MonotonicClock`; nil for steps that it has not taken.
public struct CaptureStart: Sendable, Equatable {
    /// The session's thread has begun.
    public internal(set) var began: Int64
    /// The source is open.
    public internal(set) var opened: Int64?
    /// Its mode is known, and set.
    public internal(set) var modeKnown: Int64?
    /// The source has been told to deliver, its buffers are there.
    public internal(set) var streaming: Int64?
    /// The first frame has been published.
    public internal(set) var firstFrame: Int64?
}
