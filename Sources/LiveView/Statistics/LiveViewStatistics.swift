public import Frames

/// The counts and times of a ``LiveView``: of the last second, or of the whole run.
///
/// Rates are per second, times in milliseconds. A histogram is a list of pairs: the value (for times the start of a bin of 1 ms) and the
/// number of times that it occurred.
public struct LiveViewStatistics: Sendable {
    /// The number of frames that have been shown.
    public internal(set) var shown: UInt64 = 0
    /// The number of frames that could not be decoded or read.
    public internal(set) var undecodable: UInt64 = 0
    /// The number of times that the samples of frames have been read: once for each frame, and once more where filters come to one that stays.
    public internal(set) var loads: UInt64 = 0
    /// False while a filter works in 8 bits although the frames have more.
    public internal(set) var keepsBits = true
    /// The number of the source's frames that are missing between two shown ones.
    public internal(set) var skipped: UInt64 = 0
    /// The time from the frame's stamp (its arrival where stamps are not believed) to the return of the present call.
    public internal(set) var captureToPresent = Percentiles()
    /// The time from the frame's arrival at the program to the return of the present call.
    public internal(set) var readyToPresent = Percentiles()
    /// The time from taking the frame to the return of the present call: decode, copy, draw, present.
    public internal(set) var takenToPresent = Percentiles()
    /// The time from the frame's stamp to the light on the screen; nil where the compositor does not tell it.
    public internal(set) var age: Age?
    /// The stamps that the times above count from; nil before the first frame.
    public internal(set) var stamp: Stamp?
    /// The compositor's word on our commits.
    public internal(set) var screen = Screen(
        presented: 0, discarded: 0, hardwareClock: false, verticallySynchronized: false)
    /// The time for which frames stayed on the screen; nil before there were two.
    public internal(set) var cadence: Cadence?
    /// The delay of the shown frame behind the newest one.
    public internal(set) var staleness = Staleness(share: 0, newerFor: .init(), behindAtLatch: [])
    /// The frames between capture and present when a present call returned: pairs of a number that waited and its count.
    public internal(set) var queueDepth: [[UInt64]] = []
    /// The choice of the moment to draw.
    public internal(set) var latch = Latch(late: 0, missed: 0, drawEstimate: 0)
    /// The processor time of the render thread since the first frame was shown.
    public internal(set) var cost = RenderCost()

    /// The median and the high percentiles of a distribution; nil without values.
    public struct Percentiles: Encodable, Sendable {
        /// The median.
        public internal(set) var p50: Double?
        /// The value that 95 of 100 do not exceed.
        public internal(set) var p95: Double?
        /// The value that 99 of 100 do not exceed.
        public internal(set) var p99: Double?
    }

    /// The age of frames on the screen.
    public struct Age: Encodable, Sendable {
        /// The median.
        public internal(set) var p50: Double?
        /// The value that 95 of 100 do not exceed.
        public internal(set) var p95: Double?
        /// The value that 99 of 100 do not exceed.
        public internal(set) var p99: Double?
        /// The pairs of a whole millisecond and the number of frames of that age.
        public internal(set) var histogram: [[UInt64]]
    }

    /// The stamps that ages count from.
    public struct Stamp: Encodable, Sendable {
        /// Their clock.
        public internal(set) var clock: Timestamp.Clock
        /// The event that they mark.
        public internal(set) var kind: Timestamp.Kind
        /// True when ages count from the stamps; otherwise they count from the frames' arrival.
        public internal(set) var trusted: Bool
        /// The number of shown frames that had a stamp with each flaw.
        public internal(set) var problems: [String: UInt64]
        /// The kind of the stamps, in words.
        public internal(set) var sentence: String
    }

    /// The compositor's word on our commits (presentation-time).
    public struct Screen: Encodable, Sendable {
        /// The number of commits shown on the display.
        public internal(set) var presented: UInt64
        /// The number of commits replaced by a newer one before the display showed them.
        public internal(set) var discarded: UInt64
        /// True when the display's hardware took the times.
        public internal(set) var hardwareClock: Bool
        /// True when the times are those of vertical retraces.
        public internal(set) var verticallySynchronized: Bool
        /// The display's period: measured, or its claim before that.
        public internal(set) var refresh: Double?
    }

    /// The refreshes for which frames stayed on the screen.
    public struct Cadence: Encodable, Sendable {
        /// The refreshes that a frame stays when nothing disturbs, from the rates of camera and display; two numbers
        /// where the camera's period lies between them.
        public internal(set) var expected: [UInt64]
        /// The share of frames that stayed exactly that long.
        public internal(set) var share: Double
        /// The pairs of a number of refreshes and the number of frames that stayed so long.
        public internal(set) var refreshes: [[UInt64]]
        /// The source of the times: `presentation` (presentation-time) or `callback` (frame callbacks).
        public internal(set) var source: String
    }

    /// The delay of the shown frame behind the newest one.
    public struct Staleness: Encodable, Sendable {
        /// The share of present calls at whose return a newer frame had come.
        public internal(set) var share: Double
        /// The time for which that frame had been there.
        public internal(set) var newerFor: Percentiles
        /// The frames that had come after the shown one when the compositor took it: pairs of a number and its count.
        public internal(set) var behindAtLatch: [[UInt64]]
    }

    /// The choice of the moment to draw.
    public struct Latch: Encodable, Sendable {
        /// The number of draws that waited for the last moment before the compositor's next deadline.
        public internal(set) var late: UInt64
        /// The number of late draws that the compositor took a refresh later than planned.
        public internal(set) var missed: UInt64
        /// The expected time of a draw: of its calls, and of a graphics card's work until it is done.
        public internal(set) var drawEstimate: Double
        /// The camera's measured period; absent before there is one.
        public internal(set) var cameraPeriod: Double?
    }
}
