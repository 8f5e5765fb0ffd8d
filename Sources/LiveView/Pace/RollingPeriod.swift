/// The period of a clock whose ticks are seen late by chance, and not every one; the mean over the last 63 ticks seen.
///
/// Without memory of its own, so that it costs no allocation.
struct RollingPeriod {
    private var ticks = InlineArray<64, (time: Int64, number: Int64)>(repeating: (0, 0))
    private var seen = 0

    /// The number of ticks that are known, at most 64.
    var known: Int { min(seen, ticks.count) }

    /// Adds a tick that was seen.
    ///
    /// - Parameters:
    ///   - time: The moment, in nanoseconds.
    ///   - steps: The number of ticks since the last one that was added.
    mutating func add(_ time: Int64, after steps: Int64) {
        let number = seen == 0 ? 0 : ticks[(seen - 1) % ticks.count].number + steps
        ticks[seen % ticks.count] = (time, number)
        seen += 1
    }

    /// Removes all ticks.
    mutating func reset() { seen = 0 }

    /// The mean period in nanoseconds; nil before there are two ticks.
    var period: Int64? {
        guard known > 1 else { return nil }
        let first = ticks[(seen - known) % ticks.count]
        let last = ticks[(seen - 1) % ticks.count]
        return last.number > first.number ? (last.time - first.time) / (last.number - first.number) : nil
    }
}
