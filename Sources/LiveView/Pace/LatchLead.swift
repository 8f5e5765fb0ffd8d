/// The time by which a draw begins earlier than the last moment, learned from moments that were missed.
///
/// Some compositors take pictures earlier than their callbacks tell: there every draw comes too late. One miss alone is the
/// chance of a busy machine; two in a row double the lead. It shrinks only after a long time without, longer after each
/// time, so that a compositor's habit is not found out again and again.
struct LatchLead {
    private static let first: Int64 = 1_000_000
    private static let longestPatience = 4800

    /// The lead in nanoseconds.
    private(set) var value: Int64 = 0
    private var patience = 300
    private var metInARow = 0
    private var missedLast = false

    /// Notes a draw that came too late.
    mutating func missed(period: Int64) {
        metInARow = 0
        missedLast.toggle()
        guard !missedLast else { return }
        value = min(period, max(Self.first, value * 2))
        patience = min(patience * 2, Self.longestPatience)
    }

    /// Notes a draw that came in time.
    mutating func met() {
        missedLast = false
        rested()
    }

    /// Notes a draw that was not for a last moment.
    mutating func rested() {
        metInARow += 1
        guard metInARow >= patience else { return }
        metInARow = 0
        value = value > Self.first ? value / 2 : 0
    }
}
