/// The turns of the filters' thumbnails: which of them are computed next, and when.
///
/// Of those in sight the ones that have waited longest come first, a few in a round, and rounds keep their distance.
struct ThumbnailTurns {
    /// The most thumbnails of a round.
    static let most = 4
    /// The shortest time from one round to the next, in nanoseconds.
    static let period: Int64 = 200_000_000

    /// The names of the filters in sight, in order.
    var sight: [String] = []
    /// The number of each filter's last turn.
    private var last: [String: Int] = [:]
    private var count = 0
    private var earliest: Int64 = 0

    /// The moment from which the next round may come, in nanoseconds; nil while nothing is in sight.
    var nextRound: Int64? { sight.isEmpty ? nil : earliest }

    /// Begins a round, if it is time for one.
    ///
    /// - Parameter now: The moment, in nanoseconds of a clock that only goes forwards.
    /// - Returns: The names of the filters whose turn it is; none before the next round.
    mutating func take(at now: Int64) -> [String] {
        guard let moment = nextRound, now >= moment else { return [] }
        earliest = now + Self.period
        let waiting = sight.enumerated().sorted { one, other in
            (last[one.element] ?? 0, one.offset) < (last[other.element] ?? 0, other.offset)
        }
        let due = waiting.prefix(Self.most).map(\.element)
        for name in due {
            count += 1
            last[name] = count
        }
        return due
    }
}
