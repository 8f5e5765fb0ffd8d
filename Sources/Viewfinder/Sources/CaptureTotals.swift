internal import Capture
internal import Frames

/// The counts of sources, added up over all that were shown.
struct CaptureTotals {
    var captured: UInt64 = 0
    var replaced: UInt64 = 0
    var dropped: [String: UInt64] = [:]
    /// The camera threads' processor time, in nanoseconds.
    var processorTime: Int64 = 0

    /// Adds the counts of one source so far.
    mutating func add(_ running: RunningSource) {
        let counts = running.session.statistics
        captured += counts.captured
        processorTime += running.session.processorTime
        replaced += running.slot.statistics.replaced
        for (reason, count) in counts.dropped { dropped[reason.rawValue, default: 0] += count }
    }
}
