internal import Foundation
internal import Frames
internal import Glibc

extension Benchmark {
    /// Measures windows of another size than their frames beside mpv's output in software, on an output that is quicker than the
    /// source.
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
    }

    /// Measures the drawing itself beside its floor, and formats and colours beside NV12.
    mutating func measureDrawings() throws {
        let rounds = min(options.rounds, 3)
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

    /// Measures a drawing, where it is held against NV12's right behind that, and then its floor.
    private func measure(_ result: inout ScalingCosts.Result, in compositor: Compositor) throws {
        let work = result.work
        let frames = PlainFrames(bytes: work.someBytes)
        if let reference = work.reference {
            let others = PlainFrames(bytes: reference.someBytes)
            result.references.append(
                try statistics(of: reference, others, in: compositor).drawing(of: reference))
        }
        result.add(try statistics(of: work, frames, in: compositor))
        if let words = work.gstreamerWords {
            result.rivals.append(try rival(of: work, frames, words, in: compositor))
        }
        guard let drawing = result.drawings.last, drawing > 0 else {
            throw BenchError("the processor has drawn nothing of \(work.name)")
        }
        let reading = try PipeReading(
            frames, rate: work.rate, seconds: options.seconds / 4, bytesRead: work.bytesRead,
            bytesWritten: work.bytesWritten)
        result.floors.append(reading.floor)
        result.readings.append(reading.reading)
    }

    /// Gives the processor time of a frame in GStreamer, in milliseconds: all that its words take, without reading the frame.
    private func rival(
        of work: ScalingWork, _ frames: any MarkedFrames, _ words: String, in compositor: Compositor
    ) throws -> Double {
        let clip = Clip(width: work.width, height: work.height, rate: work.rate)
        let size = "width=\(work.width) height=\(work.height) framerate=\(Int(work.rate))/1"
        let caps = "video/x-bayer,format=\(work.format.rawValue.prefix(4)),\(size)".replacing(" ", with: ",")
        let reading =
            "gst-launch-1.0 --quiet fdsrc blocksize=\(frames.byteCount) ! rawvideoparse format=gray8 \(size)"
            + " ! capssetter replace=true join=false caps=\(caps)"
        let costs = try [reading, "\(reading) ! \(words)"].map { line in
            let player = Player("GStreamer") { _, _ in
                "\(line) ! fakesink".split(separator: " ").map(String.init)
            }
            let playback = try Playback(player, work.format, frames, clip, in: compositor)
            defer { playback.stop() }
            playback.reader.stop()
            usleep(1_000_000)
            let (start, first) = (ThreadTimes(of: playback.child.process), playback.feeder.next)
            usleep(UInt32(options.seconds * 0.75 * 1e6))
            guard playback.child.isRunning else { throw BenchError("GStreamer: \(playback.child.lastWords)") }
            let time = ThreadTimes(of: playback.child.process).total(except: "") - start.total(except: "")
            return time / Double(max(1, playback.feeder.next - first))
        }
        return costs[1] - costs[0]
    }

    /// Gives our program's own account of some seconds of a drawing.
    private func statistics(
        of work: ScalingWork, _ frames: any MarkedFrames, in compositor: Compositor
    ) throws -> StatisticsLines {
        let path = NSTemporaryDirectory() + "viewfinder-bench-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let player = Player.viewfinder(options.program, ["--stats", path] + work.arguments)
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
    /// The program's arguments that tell the frames' colours.
    var arguments: [String] = []
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
    static let usual = ScalingWork(width: 1920, height: 1080, windowWidth: 1280, windowHeight: 720)
    /// Formats and colours beside NV12 as it is, in the usual sizes, and a mosaic pixel for pixel.
    static let compared =
        [
            "I420", "YUYV", "UYVY", "NV16", "NV24", "RGB24", "BGRA", "BGRX", "RGBX", "GREY", "P010", "Y10",
            "Y16",
            "Y210", "RGBA64", "RGGB8", "RGGB10",
        ].map { usual.with(PixelFormat(named: $0) ?? .nv12) } + [
            plain.with(PixelFormat(named: "RGGB8") ?? .nv12)
        ]
        + [["--transfer", "bt709"], ["--primaries", "bt2020"]].map { usual.with(.nv12, $0) }
    static let all = [plain, enlarging] + reducing + compared

    /// Makes the same of another format, with other colours.
    func with(_ format: PixelFormat, _ arguments: [String] = []) -> ScalingWork {
        var work = self
        (work.format, work.arguments) = (format, arguments)
        return work
    }

    /// NV12 as it is in the same sizes; nil for that itself.
    var reference: ScalingWork? { format == .nv12 && arguments.isEmpty ? nil : with(.nv12) }
    /// The most that it may take of the reference's time, by the bytes of both.
    var limit: Double {
        if !arguments.isEmpty { return 1.6 }
        return format.coding != nil ? 2.5 : (format.samples?.channels[0].bits ?? 0) > 8 ? 1.4 : 1.15
    }
    /// The way of such frames to a window's pixels in GStreamer, where the goal is half of its time.
    var gstreamerWords: String? {
        format.coding?.bits == 8 && width == windowWidth
            ? "bayer2rgb ! videoconvert n-threads=1 ! video/x-raw,format=BGRx" : nil
    }

    /// The number of frames per second.
    var rate: Double { 30 }
    var name: String {
        (["\(format.name) \(width)×\(height) → \(windowWidth)×\(windowHeight)"] + arguments).joined(
            separator: " ")
    }
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
        /// The time of the reference, measured right before each drawing, in milliseconds.
        var references: [Double] = []
        /// The time of GStreamer's pixels of a frame, in milliseconds.
        var rivals: [Double] = []
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

extension StatisticsLines {
    /// The mean time of a drawing, in milliseconds; of a mosaic with what makes pixels of it.
    fileprivate func drawing(of work: ScalingWork) -> Double {
        let names = work.format.coding == nil ? ["drawing"] : ["drawing", "textures"]
        return names.reduce(0) { $0 + (steadyMean("overhead.\($1)") ?? 0) }
    }
}

extension ScalingCosts.Result {
    /// Adds a round by our program's own account.
    mutating func add(_ lines: StatisticsLines) {
        let mean = { (name: String) in lines.steadyMean("overhead.\(name)") ?? 0 }
        drawings.append(lines.drawing(of: work))
        cameraThreads.append(mean("cameraThreads"))
        driverThreads.append(
            mean("process") - mean("renderThread") - mean("mainThread") - mean("cameraThreads"))
    }

    /// The median of the drawing's times as multiples of the floor's.
    var ratioToFloor: Double? { SampleStatistics.medianRatio(drawings, floors) }

    /// The bytes as multiples of the reference's.
    var bytesRatio: Double { Double(work.bytes) / Double(work.reference?.bytes ?? work.bytes) }
    /// The median of the drawing's times as multiples of the reference's, by the bytes of both.
    var ratioToReference: Double? {
        SampleStatistics.medianRatio(drawings, references).map { $0 / bytesRatio }
    }

    /// The cells of its row in the report.
    var cells: [String] {
        let (drawing, floor) = (SampleStatistics.median(drawings), SampleStatistics.median(floors))
        let rate = { (time: Double?) in time.map { Double(work.bytes) / $0 / 1e6 } }
        let pixels = Double(work.windowWidth * work.windowHeight)
        return [
            work.name, Figure.plain(drawing, 2), Figure.plain(SampleStatistics.median(references), 2),
            Figure.ratio(ratioToReference), Figure.plain(floor, 2), Figure.ratio(ratioToFloor),
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
        "drawing", "ms", "NV12 ms", "÷ NV12 by bytes", "floor ms", "÷ floor", "ns/window pixel",
        "bytes read/pixel", "written",
        "GB/s",
        "floor GB/s",
        "driver's threads ms", "a copy's floor ms", "camera threads ms",
    ]
}
