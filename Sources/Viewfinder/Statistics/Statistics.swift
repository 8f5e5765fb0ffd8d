internal import FoundationEssentials
internal import Frames

/// One line of `--stats`: what happened in the last second, or in the whole run for the last line.
///
/// The names and units here are the format's definition. Rates are per second, times in milliseconds, memory in bytes.
/// Distributions cover the last second, in the last line the whole run; counts and shares always cover the whole run.
/// A histogram is a list of pairs: the value (for times the start of a bin of 1 ms) and how often it occurred.
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
    /// Numbers of the source that are missing between two shown frames: lost, dropped or replaced by newer ones.
    var skipped: UInt64
    var captureRate: Double
    var shownRate: Double
    /// From the frame's stamp (its arrival where stamps are not believed) to the return of the present call.
    var captureToPresent: Percentiles
    /// From the frame's arrival at the program to the return of the present call.
    var readyToPresent: Percentiles
    /// From taking the frame out of the slot to the return of the present call: decode, copy, draw, present.
    var takenToPresent: Percentiles
    /// From the frame's stamp (its arrival where stamps are not believed) to the light on the screen; null where the
    /// compositor does not tell it.
    var ageOnScreen: Known<Age>
    /// Why there is no age.
    var ageOnScreenReason: String?
    /// What the times above count from.
    var stamp: Stamp?
    var screen: Screen
    /// How long frames stayed on the screen; null before there were two.
    var cadence: Known<Cadence>
    var staleness: Staleness
    /// Frames between capture and present when a present call returned: how many waited, and how often.
    var queueDepth: [[UInt64]]
    var latch: Latch
    var overhead: Overhead?
    /// From the process's start to the first presented frame.
    var firstFrameAfter: Double?
    /// What took how long until then.
    var start: StartReport
    var processorMillisecondsPerFrame: Double?
    var presentation: Choice?
    var importRoute: Choice?
    /// What converts and places pictures.
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
        /// Whether ages count from the stamps; they count from the frames' arrival when not.
        var trusted: Bool
        /// How many shown frames had a stamp with this flaw.
        var problems: [String: UInt64]
        /// What the stamps are, in words.
        var sentence: String
    }

    /// What the compositor told of our commits (presentation-time).
    struct Screen: Encodable {
        /// Shown on the display.
        var presented: UInt64
        /// Replaced by a newer commit before the display showed them.
        var discarded: UInt64
        /// Whether the display's hardware took the times.
        var hardwareClock: Bool
        /// Whether the times are those of vertical retraces.
        var verticallySynchronized: Bool
        /// The display's period: measured, or what it claims before that.
        var refresh: Double?
    }

    struct Cadence: Encodable {
        /// Refreshes that a frame stays when nothing disturbs, from the rates of camera and display; two numbers where
        /// the camera's period lies between them.
        var expected: [UInt64]
        /// The share of frames that stayed exactly that long.
        var share: Double
        /// Refreshes that frames stayed, and how many did.
        var refreshes: [[UInt64]]
        /// What told the times: `presentation` (presentation-time) or `callback` (frame callbacks).
        var source: String
    }

    /// How far what is shown is behind what is there.
    struct Staleness: Encodable {
        /// The share of present calls at whose return a newer frame had come.
        var share: Double
        /// How long that frame had been there.
        var newerFor: Percentiles
        /// Frames that had come after the shown one when the compositor took it: how many, and how often.
        var behindAtLatch: [[UInt64]]
    }

    /// The choice of the moment to draw.
    struct Latch: Encodable {
        /// Draws that waited for the last moment before the compositor's next deadline.
        var late: UInt64
        /// Those of them that the compositor took a refresh later than planned.
        var missed: UInt64
        /// What a draw is expected to take.
        var drawEstimate: Double
        /// The camera's measured period; absent before there is one.
        var cameraPeriod: Double?
    }

    /// Processor time for each frame that was shown after the first, in milliseconds; the start is not in it.
    struct Overhead: Encodable {
        /// Of the render thread, without the driver's calls, textures and drawing.
        var own: Double
        /// Of the render thread in the driver's calls that acquire, submit, wait and present.
        var driver: Double
        /// The time that passed in these calls, waiting included.
        var driverWall: Double
        /// Of the render thread for making textures of frames: decode, copy or import.
        var textures: Double
        /// Of the render thread for drawing with the processor (`--path host`).
        var drawing: Double
        var renderThread: Double
        /// Wayland's events, keys, and the reports themselves.
        var mainThread: Double
        var cameraThreads: Double
        /// Of all threads, the driver's own included.
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
