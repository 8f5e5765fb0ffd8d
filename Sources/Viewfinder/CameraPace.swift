/// The camera's period, measured from the frames that were taken.
struct CameraPace {
    private var periods = RollingMedian()
    private var last: (arrival: Int64, sequence: UInt32)?

    /// The median of the last periods in nanoseconds; nil before there are three.
    var period: Int64? { periods.known >= 3 ? periods.median : nil }

    /// Takes note of a frame; numbers between this one and the last are frames that nobody took.
    mutating func add(arrival: Int64, sequence: UInt32) {
        defer { last = (arrival, sequence) }
        guard let last else { return }
        let step = sequence &- last.sequence
        // Numbers that stand still or run backwards say nothing.
        guard step > 0, step < 1000, arrival > last.arrival else { return }
        periods.add((arrival - last.arrival) / Int64(step))
    }
}
