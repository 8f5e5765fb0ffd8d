internal import FoundationEssentials
internal import Frames
internal import LinuxIO
internal import Synchronization

/// One line of `--stats`: what happened in the last second, or in the whole run for the last line.
///
/// The names and units here are the format's definition; rates are per second, times in milliseconds, memory in bytes.
struct StatisticsReport: Encodable {
    struct Percentiles: Encodable {
        var p50: Double?
        var p95: Double?
        var p99: Double?
    }

    struct Stamp: Encodable {
        var clock: Timestamp.Clock
        var kind: Timestamp.Kind
    }

    /// A choice and its reason.
    struct Choice: Encodable {
        var name: String
        var reason: String
    }

    var final: Bool
    var seconds: Double
    var source: String
    var format: String?
    var size: String?
    var captured: UInt64
    var shown: UInt64
    var replaced: UInt64
    var dropped: [String: UInt64]
    var captureRate: Double
    var shownRate: Double
    /// From the frame's stamp (its arrival where the stamp's clock is unknown) to the return of the present call.
    var captureToPresent: Percentiles
    var stamp: Stamp?
    /// From the program's start to the first presented frame.
    var firstFrameAfter: Double?
    var processorMillisecondsPerFrame: Double?
    var presentation: Choice?
    var importRoute: Choice?
    var device: String?
    var swapchainRebuilds: Int
    var peakMemory: Int

    /// The report as one line of JSON.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// Counts presentations as they happen; written by the render thread, read by the main thread.
final class ShownFrames: Sendable {
    struct Counts {
        var shown: UInt64 = 0
        var undecodable: UInt64 = 0
        var firstShown: Int64?
        var stamp: Timestamp?
        var recent = LatencyHistogram()
        var all = LatencyHistogram()
    }

    private let counts = Mutex(Counts())

    /// Notes that a frame was presented.
    ///
    /// - Parameters:
    ///   - frame: Its stamp and arrival.
    ///   - time: When the present call returned, in nanoseconds of the monotonic clock.
    /// - Returns: How many have been shown.
    func add(_ frame: PresentedFrameFacts, at time: Int64) -> UInt64 {
        counts.withLock { counts in
            counts.shown += 1
            counts.firstShown = counts.firstShown ?? time
            counts.stamp = frame.timestamp
            let start = frame.timestamp.clock == .monotonic ? frame.timestamp.nanoseconds : frame.arrival
            counts.recent.add(time - start)
            counts.all.add(time - start)
            return counts.shown
        }
    }

    /// Notes a frame that could not be decoded.
    func addUndecodable() { counts.withLock { $0.undecodable += 1 } }

    /// The counts; the times since the last call are forgotten.
    func takeRecent() -> Counts {
        counts.withLock { counts in
            defer { counts.recent.reset() }
            return counts
        }
    }
}

/// What remains of a frame for the statistics when its buffer has gone back.
struct PresentedFrameFacts: Sendable {
    let timestamp: Timestamp
    let arrival: Int64

    init(_ frame: Frame) {
        timestamp = frame.timestamp
        arrival = frame.arrival
    }
}
