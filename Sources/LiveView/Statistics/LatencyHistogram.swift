/// Times in bins of 50 µs up to 500 ms, so that percentiles of a long run need a fixed memory.
///
/// A class, for a copy of a value would make the next addition copy all bins.
final class LatencyHistogram {
    private static let binWidth: Int64 = 50_000
    private static let binCount = 10_000
    private static let binsPerMillisecond = Int(1_000_000 / binWidth)

    private var bins = [UInt32](repeating: 0, count: binCount + 1)
    private(set) var count = 0

    /// Adds a time in nanoseconds; one beyond the last bin counts there.
    func add(_ nanoseconds: Int64) {
        let bin = min(max(0, nanoseconds / Self.binWidth), Int64(Self.binCount))
        bins[Int(bin)] += 1
        count += 1
    }

    /// Finds the time in milliseconds that a share of all times does not exceed; nil without times.
    func percentile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        let rank = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (bin, times) in bins.enumerated() where times > 0 {
            seen += Int(times)
            if seen >= rank { return (Double(bin) + 0.5) * Double(Self.binWidth) / 1_000_000 }
        }
        return nil
    }

    /// The median and the high percentiles.
    var percentiles: LiveViewStatistics.Percentiles {
        LiveViewStatistics.Percentiles(p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99))
    }

    /// The pairs of a whole millisecond and the times from it on to the next; those without times are missing.
    var milliseconds: [[UInt64]] {
        stride(from: 0, to: bins.count, by: Self.binsPerMillisecond).compactMap { first in
            let end = min(first + Self.binsPerMillisecond, bins.count)
            let times = bins[first..<end].reduce(0) { $0 + UInt64($1) }
            return times == 0 ? nil : [UInt64(first / Self.binsPerMillisecond), times]
        }
    }

    /// Removes all times.
    func reset() {
        guard count > 0 else { return }
        for bin in bins.indices { bins[bin] = 0 }
        count = 0
    }
}

/// The times of the last second, and of the whole run.
struct LatencyTimes {
    let recent = LatencyHistogram()
    let all = LatencyHistogram()

    func add(_ nanoseconds: Int64) {
        recent.add(nanoseconds)
        all.add(nanoseconds)
    }

    func reset() {
        recent.reset()
        all.reset()
    }
}

/// The counts of small whole numbers; those beyond the last count there.
struct SmallCounts {
    private var counts = InlineArray<16, UInt64>(repeating: 0)
    private(set) var total: UInt64 = 0

    mutating func add(_ number: Int) {
        counts[min(max(0, number), counts.count - 1)] += 1
        total += 1
    }

    /// Reads the count of a number.
    func count(of number: Int) -> UInt64 { counts[min(max(0, number), counts.count - 1)] }

    /// The pairs of a number and its count; those that never occurred are missing.
    var pairs: [[UInt64]] {
        counts.indices.compactMap { counts[$0] == 0 ? nil : [UInt64($0), counts[$0]] }
    }
}
