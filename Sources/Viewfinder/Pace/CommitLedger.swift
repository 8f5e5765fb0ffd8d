/// What remains of a frame for the statistics when its buffer has gone back.
struct ShownFrame: Sendable {
    /// The moment from which its age counts, in nanoseconds of the monotonic clock.
    var origin: Int64
    var arrival: Int64
    var taken: Int64
    var sequence: UInt32
}

/// The frames of the commits of which the compositor has not yet told what became of them.
struct CommitLedger {
    private struct Entry {
        var token: UInt64
        var frame: ShownFrame
    }

    /// Compositors answer within a few refreshes or never.
    private var entries = InlineArray<64, Entry?>(repeating: nil)

    /// Notes which frame a commit is the first to show.
    mutating func add(_ frame: ShownFrame, token: UInt64) {
        entries[Int(token % UInt64(entries.count))] = Entry(token: token, frame: frame)
    }

    /// The commit's frame, once; nil for commits that showed an older frame again.
    mutating func take(token: UInt64) -> ShownFrame? {
        let place = Int(token % UInt64(entries.count))
        guard let entry = entries[place], entry.token == token else { return nil }
        entries[place] = nil
        return entry.frame
    }
}
