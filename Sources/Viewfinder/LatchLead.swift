/// How much earlier than the last moment a draw begins, learned from moments that were missed.
///
/// Some compositors take pictures earlier than their callbacks tell. Each miss doubles the lead, and it shrinks only after
/// a long time without a miss, longer after each one, so that a compositor's habit is not found out again and again.
struct LatchLead {
    private static let first: Int64 = 1_000_000

    /// In nanoseconds.
    private(set) var value: Int64 = 0
    private var patience = 300
    private var metInARow = 0

    /// A draw came too late.
    mutating func missed(period: Int64) {
        value = min(period, max(Self.first, value * 2))
        patience = min(patience * 2, 1 << 16)
        metInARow = 0
    }

    /// A draw came in time.
    mutating func met() {
        metInARow += 1
        guard metInARow >= patience else { return }
        metInARow = 0
        value = value > Self.first ? value / 2 : 0
    }
}
