public import Frames

/// A translation of a source's own clock to that of the program, whose stamps neither tremble nor lie in the future.
///
/// A camera stamps its frames evenly, with a clock that begins anywhere and runs a little too fast or too slow; the program sees them
/// arrive with the right clock, but unevenly. The mean distance between the two of the last frames brings both together. A value; one
/// for each source.
public struct TimestampAligner: Sendable {
    /// The number of frames that the mean is of.
    private static let window: Int64 = 100
    /// The distance from the mean, in nanoseconds, that can only be another clock: 300 ms.
    private static let jump: Int64 = 300_000_000
    /// The shortest time between two stamps, in nanoseconds.
    private static let step: Int64 = 1_000_000

    private var count: Int64 = 0
    /// The mean of arrival minus stamp, in nanoseconds.
    private var offset: Int64 = 0
    /// The earliness that keeps frames which arrive sooner than the mean out of the future.
    private var lead: Int64 = 0
    private var last: Int64?

    /// Makes a translation that knows nothing yet.
    public init() {}

    /// Learns of a frame, and translates its stamp.
    ///
    /// - Parameters:
    ///   - nanoseconds: The stamp, in nanoseconds of the source's clock.
    ///   - arrival: The moment at which the program received the frame, in nanoseconds of its clock.
    /// - Returns: The stamp in nanoseconds of the program's clock: not after the arrival, a millisecond or more after the one before
    ///   where the arrivals leave room for it, and never before that one.
    public mutating func align(_ nanoseconds: Int64, arrival: Int64) -> Int64 {
        let difference = arrival.minus(nanoseconds)
        if count > 0, difference.minus(offset).magnitude > Self.jump.magnitude { count = 0 }
        if count == 0 { (offset, lead) = (difference, 0) }
        count = min(count + 1, Self.window)
        offset = offset.plus(difference.minus(offset) / count)
        var time = nanoseconds.plus(offset).minus(lead)
        if time > arrival {
            lead = lead.plus(time.minus(arrival))
            time = arrival
        }
        if let last, time < last.plus(Self.step) { time = max(last, min(last.plus(Self.step), arrival)) }
        last = time
        return time
    }

    /// Learns of a frame, and translates its stamp.
    public mutating func align(_ frame: Frame) -> Timestamp {
        Timestamp(
            nanoseconds: align(frame.timestamp.nanoseconds, arrival: frame.arrival), clock: .monotonic,
            kind: frame.timestamp.kind)
    }

    /// Translates a moment of the source's clock by what is known, and learns nothing; nil before the first frame.
    public func translate(_ nanoseconds: Int64) -> Int64? {
        count == 0 ? nil : nanoseconds.plus(offset).minus(lead)
    }
}

extension Int64 {
    /// Adds, up to the largest number that there is: stamps of a broken driver may be any.
    fileprivate func plus(_ other: Int64) -> Int64 {
        let (sum, isFar) = addingReportingOverflow(other)
        return isFar ? (other > 0 ? .max : .min) : sum
    }

    /// Subtracts, down to the smallest number that there is.
    fileprivate func minus(_ other: Int64) -> Int64 {
        let (difference, isFar) = subtractingReportingOverflow(other)
        return isFar ? (other > 0 ? .min : .max) : difference
    }
}
