/// The reason why a consumer did not get a frame, or could not use it.
public enum DropReason: String, CaseIterable, Sendable, Codable {
    /// A newer one took its place before anybody took it; see ``FrameOutput/Policy/newest``.
    case replaced
    /// The output's queue was full; see ``FrameOutput/Policy/queue(capacity:overflow:)``.
    case queueFull
    /// It was too old when its turn came: a newer one was already there, or its source has rested since.
    case late
    /// The driver marked it as damaged (`V4L2_BUF_FLAG_ERROR`).
    case errorFlag
    /// It held fewer bytes than its picture needs.
    case shortFrame
    /// The consumer could not decode it.
    case undecodable
    /// The source's count jumped: the source lost it.
    case gap
    /// No memory was free for it, because consumers held it all.
    case noBuffer
    /// The filters passed nothing on for it: one of them prevents that, or they cannot be run as they are.
    case withheld
}

extension DropReason {
    /// The place among all reasons, for counters that allocate nothing.
    var place: Int {
        switch self {
        case .replaced: 0
        case .queueFull: 1
        case .late: 2
        case .errorFlag: 3
        case .shortFrame: 4
        case .undecodable: 5
        case .gap: 6
        case .noBuffer: 7
        case .withheld: 8
        }
    }
}

/// A loss of frames, told when it happens.
public struct FrameDrop: Sendable, Hashable {
    /// The source's count of the first frame that was lost.
    public var sequence: UInt32
    /// The reason.
    public var reason: DropReason
    /// The number of frames, one after the other.
    public var count: UInt32

    /// Describes a loss.
    ///
    /// - Parameters:
    ///   - sequence: The source's count of the first frame that was lost.
    ///   - reason: The reason.
    ///   - count: The number of frames, one after the other.
    public init(sequence: UInt32, reason: DropReason, count: UInt32 = 1) {
        self.sequence = sequence
        self.reason = reason
        self.count = count
    }
}

/// Counts of lost frames by reason; a value that allocates nothing.
public struct DropCounts: Sendable {
    private var counts = InlineArray<9, UInt64>(repeating: 0)

    /// Makes counts of zero.
    public init() {}

    /// The count of a reason.
    public subscript(_ reason: DropReason) -> UInt64 {
        get { counts[reason.place] }
        set { counts[reason.place] = newValue }
    }

    /// Adds a loss.
    public mutating func add(_ drop: FrameDrop) { counts[drop.reason.place] += UInt64(drop.count) }

    /// The reasons that occurred, with their counts.
    public var byReason: [DropReason: UInt64] {
        var result: [DropReason: UInt64] = [:]
        for reason in DropReason.allCases where self[reason] > 0 { result[reason] = self[reason] }
        return result
    }
}
