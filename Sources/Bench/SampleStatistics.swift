/// Statistics of many measurements.
enum SampleStatistics {
    /// Finds the smallest value that at least a share of the values does not exceed.
    ///
    /// - Parameters:
    ///   - share: The share, 0…1.
    ///   - values: The values in any order.
    /// - Returns: The value; nil where there are none.
    static func percentile(_ share: Double, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(sorted.count, max(1, rank)) - 1]
    }

    /// Finds the value in the middle; the mean of the two in the middle where their number is even.
    static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// Finds the median of a's shares of b, round by round, so that a disturbance of a whole round cancels out.
    ///
    /// - Parameters:
    ///   - a: One value per round; nil where the round failed.
    ///   - b: One value per round; nil where the round failed.
    /// - Returns: The median; nil where no round has both.
    static func medianRatio(_ a: [Double?], _ b: [Double?]) -> Double? {
        median(
            zip(a, b).compactMap { a, b in
                guard let a, let b, b > 0 else { return nil }
                return a / b
            })
    }
}

/// The spread of values.
struct Percentiles: Codable, Sendable {
    var p50: Double?
    var p95: Double?
    var p99: Double?

    init(_ values: [Double]) {
        p50 = SampleStatistics.percentile(0.50, of: values)
        p95 = SampleStatistics.percentile(0.95, of: values)
        p99 = SampleStatistics.percentile(0.99, of: values)
    }
}
