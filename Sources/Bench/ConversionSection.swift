internal import FrameTools
internal import Frames
internal import Glibc
internal import LinuxIO

extension Benchmark {
    /// Measures what a session's output in another format costs: frames of 1920×1080 in NV12, 30 a second, read by a thread
    /// that converts them, or that does nothing, in turn; and what a part of a frame costs.
    mutating func measureConversions() throws {
        var costs = ConversionCosts()
        for round in 0..<options.rounds {
            progress("conversions, round \(round + 1) of \(options.rounds)")
            for output in ConversionCosts.Output.allCases {
                costs.times[output, default: []].append(
                    try Self.cost(of: output, seconds: options.seconds / 2))
            }
            costs.crops.append(try Self.costOfCrop())
        }
        report.conversions = costs
    }

    private static let layout = FrameLayout(format: .nv12, size: PixelSize(width: 1920, height: 1080))

    /// Gives the processor time of all threads for each frame, in milliseconds.
    private static func cost(of output: ConversionCosts.Output, seconds: Double) throws -> Double {
        let newest = FrameOutput()
        let converter = FrameConverter()
        let formats = output.formats
        let reader = try FrameReader(newest) { frame in
            for format in formats {
                var made: Frame? = try converter.convert(frame, to: format)
                Frame.release(&made)
            }
        }
        let pool = FrameBufferPool()
        // Each buffer is filled before it counts: its pages are there then.
        var filled = (0..<3).map { number in
            unsafe pool.frame(layout, at: .now(sequence: number)) { memory in
                unsafe memory.initializeMemory(as: UInt8.self, repeating: 90)
            }
        }
        for place in filled.indices { Frame.release(&filled[place]) }
        let (rate, warming) = (30, UInt32(10))
        let frames = UInt32(seconds * Double(rate))
        var due = MonotonicClock.now()
        var begin: Int64 = 0
        for number in 0..<frames + warming {
            if number == warming { begin = MonotonicClock.processorTime() }
            if let frame = unsafe pool.frame(layout, at: .now(sequence: number), fill: { _ in }) {
                newest.publish(frame)
            }
            due += 1_000_000_000 / Int64(rate)
            usleep(UInt32(max(0, due - MonotonicClock.now()) / 1000))
        }
        let cost = Double(MonotonicClock.processorTime() - begin) / 1e6
        reader.finish()
        if let failure = reader.failure { throw failure }
        return cost / Double(frames)
    }

    /// Gives the time that a part of a frame takes, in milliseconds.
    private static func costOfCrop() throws -> Double {
        let frame = try unsafe Frame.allocated(layout, at: .now(sequence: 0), fill: { _ in })
        let region = PixelRegion(x: 320, y: 180, width: 1280, height: 720)
        let count = 10_000
        let begin = MonotonicClock.now()
        for _ in 0..<count { _ = try frame.cropped(to: region) }
        return Double(MonotonicClock.now() - begin) / 1e6 / Double(count)
    }
}

/// The processor time for each frame of a session's output that is converted, and for a part of a frame, round by round.
struct ConversionCosts: Codable {
    /// The formats of what a thread makes of each frame.
    enum Output: String, Codable, CodingKeyRepresentable, CaseIterable {
        case nothing
        case i420
        case bgra
        case both

        fileprivate var formats: [PixelFormat] {
            switch self {
            case .nothing: []
            case .i420: [.i420]
            case .bgra: [.bgra]
            case .both: [.i420, .bgra]
            }
        }
    }

    var times: [Output: [Double]] = [:]
    /// The time that a part of a frame takes.
    var crops: [Double] = []

    /// Gives the median of what is added.
    func cost(of output: Output) -> Double? {
        SampleStatistics.median(zip(times[.nothing] ?? [], times[output] ?? []).map { $1 - $0 })
    }
}
