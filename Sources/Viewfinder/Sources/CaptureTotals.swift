internal import Capture
internal import Frames

/// What sources have counted, added up over all that were shown.
struct CaptureTotals {
    var captured: UInt64 = 0
    var replaced: UInt64 = 0
    var dropped: [String: UInt64] = [:]
    /// Of the camera threads, in nanoseconds.
    var processorTime: Int64 = 0

    /// Adds what one source has counted so far.
    mutating func add(_ running: RunningSource) {
        let counts = running.session.statistics
        captured += counts.captured
        processorTime += running.session.processorTime
        replaced += running.slot.replaced
        for (reason, count) in counts.dropped { dropped[reason.rawValue, default: 0] += count }
    }
}
