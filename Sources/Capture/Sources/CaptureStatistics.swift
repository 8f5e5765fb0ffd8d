public import Frames
internal import LinuxIO
internal import Synchronization

/// The counts of a session so far.
public struct CaptureStatistics: Sendable, Equatable {
    /// The number of frames that the source has handed over, good and bad; neither those that it lost nor those that a pause
    /// held back.
    public var captured: UInt64 = 0
    /// The number of frames that went to the outputs.
    public var published: UInt64 = 0
    /// The number of frames that went to no output, by reason; reasons that never occurred are missing.
    ///
    /// What outputs lose is theirs to count: ``FrameOutput/statistics``.
    public var dropped: [DropReason: UInt64] = [:]
    /// The number of published frames per second, measured over the last two seconds; nil before there are two.
    public var rate: Double?
}

/// The counters of one run.
///
/// Thread-safe.
final class CaptureCounter: Sendable {
    private static let window: Int64 = 2_000_000_000
    private static let kept = 256

    private struct State {
        var captured: UInt64 = 0
        var published: UInt64 = 0
        var dropped = DropCounts()
        var times = [Int64](repeating: 0, count: CaptureCounter.kept)
        var lastSequence: UInt32?
    }

    private let state = Mutex(State())

    /// Counts a frame that has come; its number tells how many were lost before it.
    ///
    /// - Parameter sequence: The source's count, which wraps.
    /// - Returns: The frames that were lost; nil for none.
    func captured(sequence: UInt32) -> FrameDrop? {
        state.withLock { state in
            state.captured += 1
            defer { state.lastSequence = sequence }
            guard let last = state.lastSequence else { return nil }
            let step = sequence &- last
            // A step backwards is a source that has started again, not one that lost four billion frames.
            guard step > 1, step < UInt32.max / 2 else { return nil }
            let drop = FrameDrop(sequence: last &+ 1, reason: .gap, count: step - 1)
            state.dropped.add(drop)
            return drop
        }
    }

    /// Counts a frame that the source could not make or hand over; its number is no gap then.
    func lost(_ drop: FrameDrop) {
        state.withLock { state in
            state.dropped.add(drop)
            state.lastSequence = drop.sequence
        }
    }

    /// Tells that the source counts from the beginning again.
    func restarted() { state.withLock { $0.lastSequence = nil } }

    func published(at time: Int64) {
        state.withLock { state in
            state.times[Int(state.published % UInt64(CaptureCounter.kept))] = time
            state.published += 1
        }
    }

    /// Takes a frame out of the count that came while none are handed over.
    func heldBack() { state.withLock { $0.captured -= min(1, $0.captured) } }

    /// Counts a frame that came and was not handed over.
    func dropped(_ drop: FrameDrop) { state.withLock { $0.dropped.add(drop) } }

    var statistics: CaptureStatistics {
        let now = MonotonicClock.now()
        return state.withLock { state in
            var result = CaptureStatistics()
            result.captured = state.captured
            result.published = state.published
            result.dropped = state.dropped.byReason
            let held = Int(min(state.published, UInt64(CaptureCounter.kept)))
            let recent = state.times[..<held].filter { now - $0 <= CaptureCounter.window }
            if let first = recent.min(), let last = recent.max(), last > first {
                result.rate = Double(recent.count - 1) * 1e9 / Double(last - first)
            } else if state.published > 1 {
                result.rate = 0
            }
            return result
        }
    }
}

extension CaptureStatistics {
    /// Adds the counts of another run; its rate is the one that counts.
    mutating func add(_ other: CaptureStatistics) {
        captured += other.captured
        published += other.published
        for (reason, count) in other.dropped { dropped[reason, default: 0] += count }
        rate = other.rate
    }
}
