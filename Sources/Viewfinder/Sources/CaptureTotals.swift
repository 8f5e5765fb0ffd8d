internal import Capture
internal import Frames

/// The counts of all sources that were shown.
struct CaptureTotals {
    var captured: UInt64
    var replaced: UInt64
    var dropped: [String: UInt64]
    /// The camera threads' processor time, in nanoseconds.
    var processorTime: Int64

    /// Reads the counts so far.
    ///
    /// - Parameters:
    ///   - session: The session of all sources.
    ///   - slot: Its output for the newest frame.
    init(_ session: CaptureSession, _ slot: FrameOutput) {
        let counts = session.statistics
        captured = counts.captured
        replaced = slot.statistics.replaced
        dropped = Dictionary(uniqueKeysWithValues: counts.dropped.map { ($0.rawValue, $1) })
        processorTime = session.processorTime
    }
}
