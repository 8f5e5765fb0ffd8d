/// What many measurements say together.
enum SampleStatistics {
    /// The smallest value that at least a share of the values does not exceed.
    ///
    /// - Parameters:
    ///   - share: 0…1.
    ///   - values: In any order.
    /// - Returns: Nothing where there are no values.
    static func percentile(_ share: Double, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(sorted.count, max(1, rank)) - 1]
    }

    /// The value in the middle; the mean of the two in the middle where their number is even.
    static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// The median of a's shares of b, round by round, so that what disturbs a whole round cancels out.
    ///
    /// - Parameters:
    ///   - a: One value per round; nil where the round failed.
    ///   - b: One value per round; nil where the round failed.
    /// - Returns: Nothing where no round has both.
    static func medianRatio(_ a: [Double?], _ b: [Double?]) -> Double? {
        median(
            zip(a, b).compactMap { a, b in
                guard let a, let b, b > 0 else { return nil }
                return a / b
            })
    }
}

/// How values spread.
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
