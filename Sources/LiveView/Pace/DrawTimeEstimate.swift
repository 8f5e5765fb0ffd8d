/// An estimate of the longest time of the next draw, from the times of the last ones.
///
/// A longer draw counts at once; shorter ones bring the estimate down by a fiftieth of the difference each.
struct DrawTimeEstimate {
    /// The estimate in nanoseconds; 3 ms before the first draw.
    private(set) var value: Int64 = 3_000_000

    /// Adds the time of a draw, in nanoseconds.
    mutating func add(_ time: Int64) { value = max(time, value - (value - time) / 50) }

    /// Adds the time of a draw of which only a part is known, in nanoseconds.
    mutating func add(atLeast time: Int64) { value = max(time, value) }
}
