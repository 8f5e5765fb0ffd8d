internal import LinuxIO

/// The moment that a frame belongs to, and its place among the others of its source.
public struct FrameMoment: Sendable, Hashable {
    /// The moment at which the picture was taken.
    public var timestamp: Timestamp
    /// The moment at which the program received it, in nanoseconds of the monotonic clock.
    public var arrival: Int64
    /// The source's count.
    public var sequence: UInt32

    /// Describes a moment.
    public init(timestamp: Timestamp, arrival: Int64, sequence: UInt32) {
        self.timestamp = timestamp
        self.arrival = arrival
        self.sequence = sequence
    }

    /// The moment of a picture that is made now.
    ///
    /// - Parameter sequence: The maker's count.
    /// - Returns: The moment.
    public static func now(sequence: UInt32) -> FrameMoment {
        let now = MonotonicClock.now()
        return FrameMoment(
            timestamp: Timestamp(nanoseconds: now, clock: .monotonic, kind: .generated), arrival: now,
            sequence: sequence)
    }
}

extension Frame {
    /// The moment that the frame belongs to, and its place among the others of its source.
    public var moment: FrameMoment {
        FrameMoment(timestamp: timestamp, arrival: arrival, sequence: sequence)
    }
}
