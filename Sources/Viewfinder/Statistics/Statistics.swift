internal import FoundationEssentials
internal import Frames

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
    var captureToPresent: Percentiles
    /// The time from the frame's arrival at the program to the return of the present call.
    var readyToPresent: Percentiles
    /// The time from taking the frame out of the slot to the return of the present call: decode, copy, draw, present.
    var takenToPresent: Percentiles
    /// The time from the frame's stamp (its arrival where stamps are not believed) to the light on the screen; null
    /// where the compositor does not tell it.
    var ageOnScreen: Known<Age>
    /// The reason why there is no age.
    var ageOnScreenReason: String?
    /// The stamps that the times above count from.
    var stamp: Stamp?
    var screen: Screen
    /// The time for which frames stayed on the screen; null before there were two.
    var cadence: Known<Cadence>
    var staleness: Staleness
    /// The frames between capture and present when a present call returned: pairs of a number that waited and its
    /// count.
    var queueDepth: [[UInt64]]
    var latch: Latch
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
    struct Percentiles: Encodable {
        var p50: Double?
        var p95: Double?
        var p99: Double?
    }

    /// A choice and its reason.
    struct Choice: Encodable {
        var name: String
        var reason: String
    }

    struct Age: Encodable {
        var p50: Double?
        var p95: Double?
        var p99: Double?
        var histogram: [[UInt64]]
    }

    struct Stamp: Encodable {
        var clock: Timestamp.Clock
        var kind: Timestamp.Kind
        /// True when ages count from the stamps; otherwise they count from the frames' arrival.
        var trusted: Bool
        /// The number of shown frames that had a stamp with each flaw.
        var problems: [String: UInt64]
        /// The kind of the stamps, in words.
        var sentence: String
    }

    /// The compositor's word on our commits (presentation-time).
    struct Screen: Encodable {
        /// The number of commits shown on the display.
        var presented: UInt64
        /// The number of commits replaced by a newer one before the display showed them.
        var discarded: UInt64
        /// True when the display's hardware took the times.
        var hardwareClock: Bool
        /// True when the times are those of vertical retraces.
        var verticallySynchronized: Bool
        /// The display's period: measured, or its claim before that.
        var refresh: Double?
    }

    struct Cadence: Encodable {
        /// The refreshes that a frame stays when nothing disturbs, from the rates of camera and display; two numbers
        /// where the camera's period lies between them.
        var expected: [UInt64]
        /// The share of frames that stayed exactly that long.
        var share: Double
        /// The pairs of a number of refreshes and the number of frames that stayed so long.
        var refreshes: [[UInt64]]
        /// The source of the times: `presentation` (presentation-time) or `callback` (frame callbacks).
        var source: String
    }

    /// The delay of the shown frame behind the newest one.
    struct Staleness: Encodable {
        /// The share of present calls at whose return a newer frame had come.
        var share: Double
        /// The time for which that frame had been there.
        var newerFor: Percentiles
        /// The frames that had come after the shown one when the compositor took it: pairs of a number and its count.
        var behindAtLatch: [[UInt64]]
    }

    /// The choice of the moment to draw.
    struct Latch: Encodable {
        /// The number of draws that waited for the last moment before the compositor's next deadline.
        var late: UInt64
        /// The number of late draws that the compositor took a refresh later than planned.
        var missed: UInt64
        /// The expected time of a draw.
        var drawEstimate: Double
        /// The camera's measured period; absent before there is one.
        var cameraPeriod: Double?
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

    /// A value that is null, not absent, when it is unknown.
    enum Known<Value: Encodable>: Encodable {
        case value(Value)
        case unknown

        init(_ value: Value?) { self = value.map(Known.value) ?? .unknown }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .value(let value): try container.encode(value)
            case .unknown: try container.encodeNil()
            }
        }
    }
}
