internal import Foundation

/// Everything that was measured in one run, with the names and units of the JSON.
///
/// Times are in milliseconds, memory in bytes.
struct Report: Codable {
    var date = ISO8601DateFormatter().string(from: Date())
    var isQuick: Bool
    var machine: Machine
    var shows: [ShowCase] = []
    var starts: [StartResult] = []
    var idles: [IdleResult] = []
    var resize: ResizeResult?
    var memory: MemoryResult?
    var costs: OwnCosts?
    var outputs: OutputCosts?
    var pictures: PictureCosts?
    var conversions: ConversionCosts?
    var overlay: OverlayCosts?
    var scaling: ScalingCosts?

    /// Finds the case of a kind; nil when it was not measured.
    func show(_ kind: ShowCase.Kind) -> ShowCase? { shows.first { $0.kind == kind } }

    /// Encodes the report as JSON.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}

/// Equal frames in equal windows, shown by all programs in turn.
struct ShowCase: Codable {
    enum Kind: String, Codable {
        case small = "60/s into 1280×720"
        case full = "60/s into 1920×1080"
        case slow = "30/s into 1280×720"
        case half = "half the refresh rate into 1280×720"
        case jpeg = "MJPEG 30/s into 1280×720"
        case quick = "60/s into 1280×720 of 75 Hz"
        case quickJPEG = "MJPEG 30/s into 1280×720 of 75 Hz"
        case ultra = "4K 30/s into 1920×1080 of 75 Hz"
    }

    struct Result: Codable {
        var name: String
        var isOurs: Bool
        /// The figures of each round; nil where the program did not show anything.
        var rounds: [Watch?] = []
        /// The last reason for a round that failed.
        var error: String?
        var command: String
        /// The latency in all rounds together.
        var latency: Percentiles?
    }

    var kind: Kind
    /// The number of frames per second.
    var rate: Double
    /// The time between two pictures of the output.
    var refresh: Double
    /// The size of the frames.
    var size = "1920×1080"
    /// The time of a thread that only reads such a frame from a pipe, round by round; empty where it was not measured.
    var reading: [Double] = []
    var results: [Result]

    var ours: Result? { results.first(where: \.isOurs) }
    var peers: [Result] { results.filter { !$0.isOurs } }

    /// Takes the time for reading a frame off a program's and the compositor's, round by round.
    func timesWithoutReading(_ result: Result) -> [Double?] {
        zip(result.rounds, reading).map { round, reading in round.map { $0.total - reading } }
    }
}

extension ShowCase.Result {
    /// Computes the median of the rounds.
    func median(_ value: (Watch) -> Double) -> Double? {
        SampleStatistics.median(rounds.compactMap { $0.map(value) })
    }

    /// Computes the sum of the rounds.
    func sum(_ value: (Watch) -> Int) -> Int { rounds.reduce(0) { $0 + ($1.map(value) ?? 0) } }

    /// Computes the median of this program's shares of another's, round by round.
    func ratio(to other: ShowCase.Result, _ value: (Watch) -> Double?) -> Double? {
        SampleStatistics.medianRatio(rounds.map { $0.flatMap(value) }, other.rounds.map { $0.flatMap(value) })
    }
}

/// The time from starting a program to its first frame on the output.
struct StartResult: Codable {
    var name: String
    var isOurs: Bool
    var warm: [Double?] = []
    var cold: [Double?] = []
    var error: String?
}

/// Ten seconds without a new frame to show.
struct IdleResult: Codable {
    var name: String
    var seconds: Double
    /// The number of frames that appeared on the output or, for a hidden window, were presented by the program's own
    /// count.
    var presents: Int
    var wakeUpsPerSecond: Double
    /// The load in per cent of one core.
    var load: Double

    init(name: String, seconds: Double, presents: Int, from start: ProcessReading, to end: ProcessReading) {
        self.name = name
        self.seconds = seconds
        self.presents = presents
        wakeUpsPerSecond = Double(end.wakeUps - start.wakeUps) / seconds
        load = (end.processorTime - start.processorTime) / seconds / 10
    }
}

/// A hundred new sizes of our window.
struct ResizeResult: Codable {
    /// The number of sizes that the compositor asked for.
    var sizes: Int
    /// The number of swapchains that were made for them.
    var rebuilds: Int
    /// The number of commits of a buffer whose size is not the acknowledged one.
    var wrongBuffers: Int
    /// The time from a configure event to the commit of a buffer of that size.
    var redraw: Percentiles
    var refresh: Double
}

/// Our memory over a minute at 1920×1080.
struct MemoryResult: Codable {
    var seconds: Double
    var peakAtFrame300: Int
    var peakAtEnd: Int
}

/// The processor time for each frame of a source with one output of the newest frame and with something more, round by round.
struct OutputCosts: Codable {
    /// The thing beside the one output.
    enum Addition: String, Codable, CodingKeyRepresentable, CaseIterable {
        case nothing
        /// An output that is emptied where frames arrive.
        case output
        /// An output with a thread of its own.
        case reader
        /// A thread that is woken for each frame, and no output: what the kernel takes for it.
        case wokenThread
    }

    var times: [Addition: [Double]] = [:]

    /// Gives the median of what is added.
    func cost(of addition: Addition) -> Double? {
        SampleStatistics.median(zip(times[.nothing] ?? [], times[addition] ?? []).map { $1 - $0 })
    }
}

/// The processor time for each frame of one picture in a window, of two, and of one that is as large as two, round by round.
struct PictureCosts: Codable {
    var one: [Double] = []
    var two: [Double] = []
    var wide: [Double] = []
}

/// Our program's own account of its costs (`--stats`).
struct OwnCosts: Codable {
    var values: [String: Double]
}
