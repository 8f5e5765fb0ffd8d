internal import LinuxIO

/// Rates over the last second, from counts that only grow.
struct RateMeter {
    private(set) var captureRate = 0.0
    private(set) var shownRate = 0.0
    /// The number of the source's frames that were not shown.
    private(set) var lostRate = 0.0
    /// The median of the last second, in milliseconds.
    private(set) var latency: Double?
    /// The median age on the screen in the last second, in milliseconds; nil where the compositor does not tell it.
    private(set) var age: Double?
    private var last = (time: MonotonicClock.now(), captured: UInt64(0), shown: UInt64(0), lost: UInt64(0))

    /// Takes the present counts.
    mutating func update(captured: UInt64, shown: UInt64, lost: UInt64, latency: Double?, age: Double?) {
        let now = MonotonicClock.now()
        let seconds = max(0.001, Double(now - last.time) / 1e9)
        func rate(_ count: UInt64, _ before: UInt64) -> Double {
            Double(count &- min(count, before)) / seconds
        }
        (captureRate, shownRate) = (rate(captured, last.captured), rate(shown, last.shown))
        lostRate = rate(lost, last.lost)
        self.latency = latency
        self.age = age
        last = (now, captured, shown, lost)
    }
}
