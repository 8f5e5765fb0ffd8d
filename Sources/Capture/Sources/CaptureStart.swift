/// The moments of a run's first steps, in nanoseconds of `MonotonicClock`; nil for steps that it has not taken.
public struct CaptureStart: Sendable, Equatable {
    /// The moment at which the run's thread began.
    public internal(set) var began: Int64
    /// The moment at which the source was open.
    public internal(set) var opened: Int64?
    /// The moment at which its mode was known, and set.
    public internal(set) var modeKnown: Int64?
    /// The moment at which the source had been told to deliver and its buffers were there.
    public internal(set) var streaming: Int64?
    /// The moment at which the first frame had been published.
    public internal(set) var firstFrame: Int64?
}
