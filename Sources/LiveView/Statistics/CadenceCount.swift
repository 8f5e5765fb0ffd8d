/// The counts of the refreshes for which frames stayed on the screen.
struct CadenceCount {
    private(set) var refreshes = SmallCounts()
    private var last: Int64?

    /// Notes that a frame appeared and the one before has left.
    ///
    /// - Parameters:
    ///   - time: The moment, in nanoseconds of the monotonic clock.
    ///   - period: The display's period in nanoseconds.
    mutating func add(_ time: Int64, period: Int64) {
        defer { last = time }
        guard let last, period > 0, time > last else { return }
        refreshes.add(Int((time - last + period / 2) / period))
    }

    /// Notes a pause, whose length says nothing, before the next frame.
    mutating func interrupt() { last = nil }

    /// Computes the share of frames that stayed as long as the two rates ask for.
    ///
    /// - Parameters:
    ///   - camera: The camera's period in nanoseconds.
    ///   - display: The display's period in nanoseconds.
    ///   - source: The source of the times.
    /// - Returns: The report; nil before two frames have appeared.
    func report(camera: Int64?, display: Int64, source: String) -> LiveViewStatistics.Cadence? {
        guard refreshes.total > 0, let camera, display > 0 else { return nil }
        let expected = Self.expected(camera: camera, display: display)
        let exact = expected.reduce(0) { $0 + refreshes.count(of: Int($1)) }
        return LiveViewStatistics.Cadence(
            expected: expected, share: Double(exact) / Double(refreshes.total), refreshes: refreshes.pairs,
            source: source)
    }

    /// Computes the expected refreshes: one number where the camera's period is close to a multiple of the display's,
    /// else the two around it.
    static func expected(camera: Int64, display: Int64) -> [UInt64] {
        let ratio = max(1, Double(camera) / Double(display))
        let nearest = ratio.rounded()
        if abs(ratio - nearest) < 0.1 { return [UInt64(nearest)] }
        return [UInt64(ratio.rounded(.down)), UInt64(ratio.rounded(.up))]
    }
}
