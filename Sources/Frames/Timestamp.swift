/// The moment that a frame belongs to, and the facts known about that moment.
public struct Timestamp: Hashable, Sendable {
    /// The clock that was read.
    public enum Clock: String, Sendable, Codable {
        /// `CLOCK_MONOTONIC`; can be compared with presentation times.
        case monotonic
        /// Unknown, or copied from another device; only differences mean something.
        case unknown
    }

    /// The event that a moment marks.
    public enum Kind: String, Sendable, Codable {
        /// The sensor began to collect light (UVC cameras; V4L2's start-of-exposure flag).
        case startOfExposure
        /// The last byte of the frame had arrived (V4L2's default).
        case endOfFrame
        /// The program made or read the frame itself.
        case generated
    }

    /// The moment in nanoseconds of the clock.
    public var nanoseconds: Int64
    /// The clock that was read.
    public var clock: Clock
    /// The event that the moment marks.
    public var kind: Kind

    /// Makes a timestamp.
    public init(nanoseconds: Int64, clock: Clock, kind: Kind) {
        self.nanoseconds = nanoseconds
        self.clock = clock
        self.kind = kind
    }
}
