/// The facts about a frame that the statistics keep when its buffer has gone back.
struct ShownFrame: Sendable {
    /// The moment from which its age counts, in nanoseconds of the monotonic clock.
    var origin: Int64
    var arrival: Int64
    var taken: Int64
    var sequence: UInt32
}

/// The frames of the commits whose fate the compositor has not yet told.
struct CommitLedger {
    private struct Entry {
        var token: UInt64
        var frame: ShownFrame
    }

    /// The open commits; compositors answer within a few refreshes or never.
    private var entries = InlineArray<64, Entry?>(repeating: nil)

    /// Notes the frame that a commit is the first to show.
    mutating func add(_ frame: ShownFrame, token: UInt64) {
        entries[Int(token % UInt64(entries.count))] = Entry(token: token, frame: frame)
    }

    /// Takes out the commit's frame, once; nil for commits that showed an older frame again.
    mutating func take(token: UInt64) -> ShownFrame? {
        let place = Int(token % UInt64(entries.count))
        guard let entry = entries[place], entry.token == token else { return nil }
        entries[place] = nil
        return entry.frame
    }
}
