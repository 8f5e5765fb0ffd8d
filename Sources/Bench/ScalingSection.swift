internal import Foundation
internal import Frames
internal import Glibc

extension Benchmark {
    /// Measures windows of another size than their frames: beside mpv's output in software, on an output that is quicker than the
    /// source; and the drawing itself beside its floor.
    mutating func measureScaling() throws {
        let players = players.filter(\.isOurs) + Player.software
        let rounds = min(options.rounds, 4)
        try show(
            .quick, rate: { _ in 60 }, by: players, rounds: rounds, outputRate: 75, isReadingApart: true)
        try show(
            .quickJPEG, rate: { _ in 30 }, by: players, rounds: rounds,
            frames: try JPEGFrames(width: 1920, height: 1080), input: .mjpeg, outputRate: 75,
            isReadingApart: true)
        try show(
            .ultra, rate: { _ in 30 }, width: 1920, height: 1080, by: players, rounds: rounds,
            frames: RawFrames(width: 3840, height: 2160), clip: Clip(width: 3840, height: 2160),
            outputRate: 75,
            isReadingApart: true)
        try measureDrawings(rounds: min(rounds, 3))
    }

    private mutating func measureDrawings(rounds: Int) throws {
        let small = try Compositor(width: 1280, height: 720)
        let full = try Compositor(width: 1920, height: 1080)
        var results = ScalingWork.all.map { ScalingCosts.Result(work: $0) }
        for round in 0..<rounds {
            for place in results.indices {
                progress("drawing, round \(round + 1) of \(rounds): \(results[place].work.name)")
                try measure(&results[place], in: results[place].work.windowHeight > 720 ? full : small)
            }
        }
        report.scaling = ScalingCosts(results: results)
    }

    /// Measures a drawing, and then its floor.
    private func measure(_ result: inout ScalingCosts.Result, in compositor: Compositor) throws {
        let work = result.work
        let frames = PlainFrames(bytes: work.someBytes)
        result.add(try statistics(of: work, frames, in: compositor))
        guard let drawing = result.drawings.last, drawing > 0 else {
            throw BenchError("the processor has drawn nothing of \(work.name)")
        }
        let reading = try PipeReading(
            frames, rate: work.rate, seconds: options.seconds / 4, bytesRead: work.bytesRead,
            bytesWritten: work.bytesWritten)
        result.floors.append(reading.floor)
        result.readings.append(reading.reading)
    }

    /// Gives our program's own account of some seconds of a drawing.
    private func statistics(
        of work: ScalingWork, _ frames: any MarkedFrames, in compositor: Compositor
    ) throws -> StatisticsLines {
        let path = NSTemporaryDirectory() + "viewfinder-bench-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let player = Player.viewfinder(options.program, ["--stats", path])
        let clip = Clip(width: work.width, height: work.height, rate: work.rate)
        let playback = try Playback(player, work.format, frames, clip, in: compositor)
        defer { playback.stop() }
        playback.reader.stop()
        for _ in 0..<150 where StatisticsLines(path).number("overhead.drawing") == nil {
            usleep(100_000)
        }
        usleep(UInt32(options.seconds * 0.75 * 1e6))
        playback.stop()
        return StatisticsLines(path)
    }
}

/// The drawing of frames of a format and a size in a window of a size.
struct ScalingWork: Codable, Hashable {
    var format = PixelFormat.nv12
    let width: Int
    let height: Int
    let windowWidth: Int
    let windowHeight: Int

    static let plain = ScalingWork(width: 1920, height: 1080, windowWidth: 1920, windowHeight: 1080)
    static let enlarging = ScalingWork(
        width: 1280, height: 720, windowWidth: 1920, windowHeight: 1080)
    static let reducing = [
        ScalingWork(width: 3840, height: 2160, windowWidth: 1920, windowHeight: 1080),
        ScalingWork(width: 3840, height: 2160, windowWidth: 1280, windowHeight: 720), usual,
    ]
    /// The formats beside NV12, in the usual sizes.
    static let formats = [PixelFormat.yuyv, .uyvy, .i420, .rgb24, .bgra, .p010].map { format in
        var work = usual
        work.format = format
        return work
    }
    static let usual = ScalingWork(width: 1920, height: 1080, windowWidth: 1280, windowHeight: 720)
    static let all = [plain, enlarging] + reducing + formats

    /// The number of frames per second.
    var rate: Double { 30 }
    var name: String { "\(format.name) \(width)×\(height) → \(windowWidth)×\(windowHeight)" }
    var layout: FrameLayout {
        FrameLayout(format: format, size: PixelSize(width: width, height: height))
    }

    /// The bytes of a frame, none of them zero.
    var someBytes: [UInt8] { (0..<layout.byteCount()).map { UInt8(16 + $0 * 7919 % 211) } }

    /// The number of bytes of those rows that lie next to one of the window's rows.
    var bytesRead: Int {
        format.planes.indices.reduce(0) { sum, plane in
            let rows = Self.rowCount(of: layout.elements(of: plane).height, in: windowHeight)
            return sum + rows * layout.rowBytes(of: plane)
        }
    }

    var bytesWritten: Int { windowWidth * windowHeight * 4 }
    var bytes: Int { bytesRead + bytesWritten }

    /// Counts the rows of a plane of which a window's rows, each between two of them, are made.
    static func rowCount(of rows: Int, in windowRows: Int) -> Int {
        let pairs = (0..<windowRows).flatMap { row -> [Int] in
            // Twice the window's rows as the unit: the middle of a row is a whole number then.
            let place = (2 * row + 1) * rows - windowRows
            let above = Int((Double(place) / Double(2 * windowRows)).rounded(.down))
            return [max(0, above), min(rows - 1, above + 1)]
        }
        return Set(pairs).count
    }
}

/// The processor time of drawings and of their floors, round by round.
struct ScalingCosts: Codable {
    struct Result: Codable {
        let work: ScalingWork
        /// The render thread's time for drawing a frame, in milliseconds.
        var drawings: [Double] = []
        /// The time of a thread that reads and writes as many bytes once, in milliseconds.
        var floors: [Double] = []
        /// The time of the source's threads for each frame, in milliseconds.
        var cameraThreads: [Double] = []
        /// The time of the driver's own threads for each frame, in milliseconds.
        var driverThreads: [Double] = []
        /// The time of a thread that only reads such a frame from a pipe, in milliseconds.
        var readings: [Double] = []
    }

    var results: [Result]

    /// Finds the result of a work; nil when it was not measured.
    subscript(_ work: ScalingWork) -> Result? { results.first { $0.work == work } }

    /// Computes the median of a drawing's share of another's, round by round.
    func ratio(of work: ScalingWork, to other: ScalingWork) -> Double? {
        guard let own = self[work], let other = self[other] else { return nil }
        return SampleStatistics.medianRatio(own.drawings, other.drawings)
    }
}

extension ScalingCosts.Result {
    /// Adds a round by our program's own account.
    mutating func add(_ lines: StatisticsLines) {
        let mean = { (name: String) in lines.steadyMean("overhead.\(name)") ?? 0 }
        drawings.append(mean("drawing"))
        cameraThreads.append(mean("cameraThreads"))
        driverThreads.append(
            mean("process") - mean("renderThread") - mean("mainThread") - mean("cameraThreads"))
    }

    /// The median of the drawing's times as multiples of the floor's.
    var ratioToFloor: Double? { SampleStatistics.medianRatio(drawings, floors) }

    /// The cells of its row in the report.
    var cells: [String] {
        let (drawing, floor) = (SampleStatistics.median(drawings), SampleStatistics.median(floors))
        let rate = { (time: Double?) in time.map { Double(work.bytes) / $0 / 1e6 } }
        let pixels = Double(work.windowWidth * work.windowHeight)
        return [
            work.name, Figure.plain(drawing, 2), Figure.plain(floor, 2), Figure.ratio(ratioToFloor),
            Figure.plain(drawing.map { $0 * 1e6 / pixels }, 2),
            Figure.plain(Double(work.bytesRead) / pixels, 2),
            Figure.plain(Double(work.bytesWritten) / pixels, 2), Figure.plain(rate(drawing)),
            Figure.plain(rate(floor)),
            Figure.plain(SampleStatistics.median(driverThreads), 2),
            Figure.plain(floor.map { $0 * Double(2 * work.bytesWritten) / Double(work.bytes) }, 2),
            Figure.plain(SampleStatistics.median(cameraThreads), 2),
        ]
    }

    /// The heads of these columns.
    static let columns = [
        "drawing", "ms", "floor ms", "÷ floor", "ns/window pixel", "bytes read/pixel", "written",
        "GB/s",
        "floor GB/s",
        "driver's threads ms", "a copy's floor ms", "camera threads ms",
    ]
}
