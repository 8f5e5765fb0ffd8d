internal import Filters
internal import Foundation
internal import Frames
internal import LinuxIO
internal import VulkanCore

/// A measurement of frames at a constant rate while filters are exchanged, as the program does it: the picture goes on
/// until the next filters' kernels are ready.
struct SwitchMeasurement {
    let device: VulkanDevice
    let size: PixelSize

    /// The figures of an exchange, in milliseconds.
    struct Figures: Codable {
        var frames = 0
        var switches = 0
        /// The longest time between the ends of two frames.
        var longestGap = 0.0
        /// The longest time between the ends of two frames while nothing was exchanged: the machine's own share.
        var longestQuietGap = 0.0
        /// The longest planning and recording of a frame, with what the processor computes itself.
        var longestRecording = 0.0
        /// The longest time from a filter's being set to its first picture.
        var longestWait = 0.0
        /// The number of frames that ended more than a refresh after they should have.
        var lateFrames = 0
    }

    /// The time between two refreshes of a usual screen, in nanoseconds.
    static let period = Int64(1_000_000_000 / 60)

    /// The filters that are shown one after the other, each cheap enough for every frame.
    static let filters = [
        ["brightness-adjustment:brightness=0.1"], ["gaussian-blur"], ["sobel-edge-detection"],
        ["histogram-equalization:channels=3"], ["sketch-filter", "contrast-adjustment"], ["vignette"],
        ["saturation-adjustment", "hue-adjustment", "sharpen"], ["emboss-filter"],
    ]

    /// The number of frames for which each of them stays after it has come.
    private static let stay = 12
    /// The number of frames after which a filter that has not come is given up.
    private static let patience = 300

    /// Shows all filters in turn.
    func measure() throws -> Figures {
        let ring = try CommandRing(device: device)
        let newest = NewestPicture(device: device, ring: ring, viewAccess: .buffers)
        let stage = FilterStage(device: device, ring: ring)
        stage.onReady = {}
        stage.isWaitedFor = true
        var failure: FilterError?
        stage.onFailure = { failure = $0 }
        let frames = (0..<3).map { SceneFrame(size: size, seed: $0).frame }
        stage.operations = try chain(["opacity-adjustment"])
        var figures = Figures()
        for frame in frames { _ = try show(frame, newest, stage, ring, &figures) }
        figures = Figures()
        var pace = Pace(period: Self.period)
        for filters in Self.filters {
            var before = try show(pace.next(of: frames), newest, stage, ring, &figures)
            pace.end(&figures, isQuiet: true)
            let start = MonotonicClock.now()
            stage.operations = try chain(filters)
            figures.switches += 1
            var left = Self.patience
            var hasCome = false
            while left > 0 {
                let result = try show(pace.next(of: frames), newest, stage, ring, &figures)
                pace.end(&figures, isQuiet: hasCome)
                if let failure { throw failure }
                left -= 1
                if !hasCome, result !== before {
                    hasCome = true
                    left = Self.stay
                    figures.longestWait = max(
                        figures.longestWait, Double(MonotonicClock.now() - start) / 1e6)
                }
                before = result
            }
        }
        return figures
    }

    private func chain(_ filters: [String]) throws -> [BasicOperation] {
        try filters.map { try FilterText.operation($0) }
    }

    /// Computes a frame's picture and waits for it.
    ///
    /// - Returns: The picture's place: other buffers as soon as other filters have made it.
    private func show(
        _ frame: Frame, _ newest: NewestPicture, _ stage: FilterStage, _ ring: CommandRing,
        _ figures: inout Figures
    ) throws -> PlaneBuffers? {
        try newest.load(frame, for: stage.use)
        let start = MonotonicClock.now()
        let commands = try ring.begin()
        let picture = try stage.record(newest, commands)
        figures.longestRecording = max(
            figures.longestRecording, Double(MonotonicClock.now() - start) / 1e6)
        try ring.submit(commands)
        try ring.wait(for: commands.number)
        guard case .buffers(let buffers)? = picture?.samples else { return nil }
        return buffers
    }
}

/// The frames at their deadlines; those whose turn is missed are left out, as a camera's newest frame goes before older
/// ones.
private struct Pace {
    let period: Int64
    private var deadline = MonotonicClock.now()
    private var lastEnd: Int64?
    private var count = 0

    init(period: Int64) { self.period = period }

    /// Waits for the next frame's time.
    mutating func next(of frames: [Frame]) -> Frame {
        deadline += period
        let now = MonotonicClock.now()
        if now > deadline { deadline += (now - deadline) / period * period }
        if now < deadline { Thread.sleep(forTimeInterval: Double(deadline - now) / 1e9) }
        count += 1
        return frames[count % frames.count]
    }

    /// Notes that a frame is done.
    mutating func end(_ figures: inout SwitchMeasurement.Figures, isQuiet: Bool) {
        let now = MonotonicClock.now()
        figures.frames += 1
        if now - deadline > 2 * period { figures.lateFrames += 1 }
        let gap = lastEnd.map { Double(now - $0) / 1e6 } ?? 0
        figures.longestGap = max(figures.longestGap, gap)
        if isQuiet { figures.longestQuietGap = max(figures.longestQuietGap, gap) }
        lastEnd = now
    }
}
