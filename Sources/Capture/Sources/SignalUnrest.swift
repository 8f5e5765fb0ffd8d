internal import LinuxIO

/// The changes of a capture device's signal that come soon after each start: a cable is loose, or the driver tells one whenever it starts.
struct SignalUnrest {
    private static let second: Int64 = 1_000_000_000

    private var count = 0
    private var last: Int64 = 0

    /// Takes note of a change, now.
    ///
    /// - Parameter start: The moment at which the stream was begun that it ends, in nanoseconds of `MonotonicClock`.
    mutating func changed(after start: Int64) {
        last = MonotonicClock.now()
        count = last - start < 5 * Self.second ? count + 1 : 1
    }

    /// The moment from which on the device may be opened again: the first change is followed at once, later ones after 1, 2 and then 4 seconds.
    var end: Int64 { count < 2 ? last : last + Self.second << min(Int64(count) - 2, 2) }

    /// True once the signal has changed so often that it counts as none.
    var isLasting: Bool { count > 3 }
}
