internal import FoundationEssentials
internal import Frames
internal import LiveView

/// One line of `--stats`: the events of the last second, or of the whole run for the last line.
///
/// The names and units here are the format's definition. Rates are per second, times in milliseconds, memory in bytes.
/// Distributions cover the last second, in the last line the whole run; counts and shares always cover the whole run.
/// A histogram is a list of pairs: the value (for times the start of a bin of 1 ms) and the number of times that it
/// occurred.
struct StatisticsReport: Encodable {
    var final: Bool
    var seconds: Double
    var source: String
    var format: String?
    var size: String?
    /// The bits of a colour that photographs have, 8 where a filter works in as many; only where the source has more than 8.
    var keptBits: Int?
    var captured: UInt64
    var shown: UInt64
    var replaced: UInt64
    var dropped: [String: UInt64]
    /// The number of the source's frames that are missing between two shown ones: lost, dropped or replaced by newer
    /// ones.
    var skipped: UInt64
    var captureRate: Double
    var shownRate: Double
    /// The time from the frame's stamp (its arrival where stamps are not believed) to the return of the present call.
    var captureToPresent: LiveViewStatistics.Percentiles
    /// The time from the frame's arrival at the program to the return of the present call.
    var readyToPresent: LiveViewStatistics.Percentiles
    /// The time from taking the frame out of the slot to the return of the present call: decode, copy, draw, present.
    var takenToPresent: LiveViewStatistics.Percentiles
    /// The time from the frame's stamp (its arrival where stamps are not believed) to the light on the screen; null
    /// where the compositor does not tell it.
    @OrNull var ageOnScreen: LiveViewStatistics.Age?
    /// The reason why there is no age.
    var ageOnScreenReason: String?
    /// The stamps that the times above count from.
    var stamp: LiveViewStatistics.Stamp?
    var screen: LiveViewStatistics.Screen
    /// The time for which frames stayed on the screen; null before there were two.
    @OrNull var cadence: LiveViewStatistics.Cadence?
    var staleness: LiveViewStatistics.Staleness
    /// The frames between capture and present when a present call returned: pairs of a number that waited and its
    /// count.
    var queueDepth: [[UInt64]]
    var latch: LiveViewStatistics.Latch
    var overhead: Overhead?
    /// The time from the process's start to the first presented frame.
    var firstFrameAfter: Double?
    /// The times of the start's steps until then.
    var start: StartReport
    var processorMillisecondsPerFrame: Double?
    var presentation: Choice?
    var importRoute: Choice?
    /// The path that converts and places pictures.
    var path: Choice?
    var device: String?
    /// The reason for this device, and why others were passed over.
    var deviceReason: String?
    var swapchainRebuilds: Int
    var peakMemory: Int

    /// The report as one line of JSON.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension StatisticsReport {
    /// A choice and its reason.
    struct Choice: Encodable, Sendable {
        var name: String
        var reason: String
    }

    /// The processor time for each frame that was shown after the first, in milliseconds; the start is not in it.
    struct Overhead: Encodable {
        /// The render thread's time without the driver's calls, textures and drawing.
        var own: Double
        /// The render thread's time in the driver's calls that acquire, submit, wait and present.
        var driver: Double
        /// The time that passed in these calls, waiting included.
        var driverWall: Double
        /// The render thread's time for making textures of frames: decode, copy or import.
        var textures: Double
        /// The render thread's time for drawing with the processor (`--path host`).
        var drawing: Double
        var renderThread: Double
        /// The main thread's time for Wayland's events, keys, and the reports themselves.
        var mainThread: Double
        var cameraThreads: Double
        /// The time of all threads, the driver's own included.
        var process: Double
    }
}
