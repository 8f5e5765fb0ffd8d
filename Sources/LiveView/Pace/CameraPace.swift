/// The camera's period, measured from the frames that were taken.
struct CameraPace {
    /// The longest gap that counts: a camera that rests for longer may go on at another pace.
    private static let longestGap: Int64 = 1_000_000_000

    private var frames = RollingPeriod()
    private var last: (arrival: Int64, sequence: UInt32)?

    /// The mean period in nanoseconds; nil before there are eight frames.
    var period: Int64? { frames.known >= 8 ? frames.period : nil }

    /// Adds a frame; numbers between this one and the last are frames that nobody took.
    mutating func add(arrival: Int64, sequence: UInt32) {
        defer { last = (arrival, sequence) }
        let step = Int64(sequence &- (last?.sequence ?? 0))
        let gap = arrival - (last?.arrival ?? 0)
        // Numbers that stand still or run backwards say nothing.
        if last == nil || step < 1 || step > 1000 || gap <= 0 || gap > Self.longestGap { frames.reset() }
        frames.add(arrival, after: step)
    }
}
