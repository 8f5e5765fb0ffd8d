/// What the next draw will take at most, from what the last ones took.
///
/// A longer draw counts at once; shorter ones bring the estimate down by a fiftieth of the difference each.
struct DrawTimeEstimate {
    /// In nanoseconds; 3 ms before the first draw.
    private(set) var value: Int64 = 3_000_000

    /// Takes what a draw took.
    mutating func add(_ time: Int64) { value = max(time, value - (value - time) / 50) }
}
