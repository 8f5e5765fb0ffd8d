/// A check whether a source's timestamps can be believed.
///
/// Drivers stamp frames ahead of their arrival, with the clock of another device, or twice alike; an age computed from such
/// a stamp is a wrong number that looks right. One that is wrong ends the trust in all of the source's stamps, because a
/// clock that was wrong once cannot be told from one that is always a little wrong. A value; one per source.
public struct StampCheck: Sendable {
    /// A fault of a timestamp.
    public enum Problem: String, CaseIterable, Sendable, Codable {
        /// The stamp is not of the monotonic clock.
        case otherClock
        /// The stamp is more than a millisecond after the frame's arrival.
        case future
        /// The stamp is more than two seconds before the frame's arrival.
        case old
        /// The stamp is before that of the frame before.
        case backwards
        /// The stamp is that of the frame before.
        case equal
    }

    /// The lead that is no fault: stamp and arrival are read by different processors.
    private static let tolerance: Int64 = 1_000_000
    private static let oldest: Int64 = 2_000_000_000

    /// The first problem that ended the trust; nil while the stamps are believed.
    public private(set) var verdict: Problem?
    private var last: Int64?
    private var wasOld = false
    private var problems = InlineArray<5, UInt64>(repeating: 0)

    /// Makes a check that believes the stamps.
    public init() {}

    /// True while the stamps are believed.
    public var isTrusted: Bool { verdict == nil }

    /// The number of times that each problem was found; those that never were are missing.
    public var counts: [Problem: UInt64] {
        var counts: [Problem: UInt64] = [:]
        for (place, problem) in Problem.allCases.enumerated() where problems[place] > 0 {
            counts[problem] = problems[place]
        }
        return counts
    }

    /// Judges the stamp of the source's next frame.
    ///
    /// - Parameters:
    ///   - timestamp: The stamp.
    ///   - arrival: The moment at which the program received the frame, in nanoseconds of the monotonic clock.
    /// - Returns: The fault of the stamp; nil when it has none.
    @discardableResult
    public mutating func add(_ timestamp: Timestamp, arrival: Int64) -> Problem? {
        let problem = problem(timestamp, arrival)
        last = timestamp.nanoseconds
        defer { wasOld = problem == .old }
        guard let problem else { return nil }
        problems[problem.place] += 1
        // A program that was stopped for a while finds one old frame, too.
        if problem != .old || wasOld { verdict = verdict ?? problem }
        return problem
    }

    /// The moment from which the frame's age counts: its stamp, or its arrival when stamps are not believed.
    ///
    /// - Parameters:
    ///   - timestamp: The frame's stamp, which was added.
    ///   - arrival: The moment at which the program received it.
    /// - Returns: Nanoseconds of the monotonic clock.
    public func origin(of timestamp: Timestamp, arrival: Int64) -> Int64 {
        isTrusted ? timestamp.nanoseconds : arrival
    }

    private func problem(_ timestamp: Timestamp, _ arrival: Int64) -> Problem? {
        guard timestamp.clock == .monotonic else { return .otherClock }
        if timestamp.nanoseconds > arrival + StampCheck.tolerance { return .future }
        if timestamp.nanoseconds < arrival - StampCheck.oldest { return .old }
        guard let last else { return nil }
        if timestamp.nanoseconds < last { return .backwards }
        return timestamp.nanoseconds == last ? .equal : nil
    }
}

extension StampCheck.Problem {
    /// The problem in words, as the end of a sentence about stamps.
    public var words: String {
        switch self {
        case .otherClock: "are not of the monotonic clock"
        case .future: "lie after the frames' arrival"
        case .old: "lie seconds before the frames' arrival"
        case .backwards: "run backwards"
        case .equal: "repeat themselves"
        }
    }

    fileprivate var place: Int {
        switch self {
        case .otherClock: 0
        case .future: 1
        case .old: 2
        case .backwards: 3
        case .equal: 4
        }
    }
}
