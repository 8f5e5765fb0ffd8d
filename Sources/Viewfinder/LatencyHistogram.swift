/// Times in bins of 50 µs up to 500 ms, so that percentiles of a long run need a fixed memory.
struct LatencyHistogram {
    private static let binWidth: Int64 = 50_000
    private static let binCount = 10_000

    private var bins = [UInt32](repeating: 0, count: binCount + 1)
    private(set) var count = 0

    /// Adds a time in nanoseconds; one beyond the last bin counts there.
    mutating func add(_ nanoseconds: Int64) {
        let bin = min(max(0, nanoseconds / Self.binWidth), Int64(Self.binCount))
        bins[Int(bin)] += 1
        count += 1
    }

    /// The time in milliseconds that a share of all times does not exceed; nil without times.
    func percentile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        let rank = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (bin, times) in bins.enumerated() {
            seen += Int(times)
            if seen >= rank { return (Double(bin) + 0.5) * Double(Self.binWidth) / 1_000_000 }
        }
        return nil
    }

    /// Forgets all times.
    mutating func reset() {
        for bin in bins.indices { bins[bin] = 0 }
        count = 0
    }
}
