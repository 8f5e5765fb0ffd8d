internal import LinuxIO
internal import Synchronization

/// The reason why a frame was not shown although it was taken.
public enum DropReason: String, CaseIterable, Sendable, Codable {
    /// The driver marked it as damaged (`V4L2_BUF_FLAG_ERROR`).
    case errorFlag
    /// The frame held fewer bytes than its picture needs.
    case shortFrame
    /// A newer one was already there when the program came to it.
    case older
    /// The source's count jumped: it lost the frame, or no buffer was free.
    case lost
    /// The consumer could not decode it; see ``CaptureSession/countDrop(_:)``.
    case undecodable
}

/// The counts of a session so far.
public struct CaptureStatistics: Sendable, Equatable {
    /// The number of frames that the source has handed over, good and bad; not those that it lost.
    public var captured: UInt64 = 0
    /// The number of frames that went into the slot.
    public var published: UInt64 = 0
    /// The number of frames that were not shown, by reason; reasons that never occurred are missing.
    public var dropped: [DropReason: UInt64] = [:]
    /// The number of published frames per second, measured over the last two seconds; nil before there are two.
    public var rate: Double?
}

/// The counters of one session.
///
/// Thread-safe.
final class CaptureCounter: Sendable {
    private static let window: Int64 = 2_000_000_000
    private static let kept = 256

    private struct State {
        var captured: UInt64 = 0
        var published: UInt64 = 0
        var dropped = [UInt64](repeating: 0, count: DropReason.allCases.count)
        var times = [Int64](repeating: 0, count: CaptureCounter.kept)
        var lastSequence: UInt32?
    }

    private let state = Mutex(State())

    /// Counts a frame that has come; its number tells how many were lost before it.
    ///
    /// - Parameter sequence: The source's count, which wraps.
    func captured(sequence: UInt32) {
        state.withLock { state in
            state.captured += 1
            if let last = state.lastSequence {
                let step = sequence &- last
                // A step backwards is a source that has started again, not one that lost four billion frames.
                if step > 1, step < UInt32.max / 2 {
                    state.dropped[DropReason.lost.place] += UInt64(step - 1)
                }
            }
            state.lastSequence = sequence
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

    func dropped(_ reason: DropReason, count: UInt64 = 1) {
        state.withLock { $0.dropped[reason.place] += count }
    }

    var statistics: CaptureStatistics {
        let now = MonotonicClock.now()
        return state.withLock { state in
            var result = CaptureStatistics()
            result.captured = state.captured
            result.published = state.published
            for reason in DropReason.allCases where state.dropped[reason.place] > 0 {
                result.dropped[reason] = state.dropped[reason.place]
            }
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

extension DropReason {
    fileprivate var place: Int {
        switch self {
        case .errorFlag: 0
        case .shortFrame: 1
        case .older: 2
        case .lost: 3
        case .undecodable: 4
        }
    }
}
