import Frames
import Glibc
import LinuxIO
import Logging
import Synchronization

@testable import Capture

/// Streams of pictures from a pipe.
enum Streams {
    static func y4m(_ bytes: [UInt8]) throws {
        let line = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
        do {
            let header = try Y4MHeader(line)
            try promise(header.rate > Rational(0) && header.rate <= Rational(1000), "the rate \(header.rate)")
            // Buffers for pictures of any size would be all that is tried.
            guard header.size.width * header.size.height <= 1 << 16 else { return }
        } catch let error as SourceError {
            try promiseHarmless(error.sentence.showingControls())
        }
        try play(.y4m(Y4MOptions(path: "-")), bytes)
    }

    static func splitter(_ bytes: [UInt8]) throws {
        // Pictures must be found wherever the stream is cut.
        let whole = pictures(in: bytes, step: bytes.count)
        let step = 1 + Int(bytes.first ?? 0) % 7
        let others = pictures(in: bytes, step: step)
        try promise(whole == others, "\(whole) at once, \(others) in steps of \(step)")
        try promise(whole.allSatisfy { $0.count >= 4 }, "pictures at \(whole)")
        let options = RawOptions(
            path: "-", size: PixelSize(width: 16, height: 16), rate: Rational(30), format: .mjpeg)
        try play(.raw(options), bytes)
    }

    private static func pictures(in bytes: [UInt8], step: Int) -> [Range<Int>] {
        var (splitter, pictures) = (JPEGSplitter(), [Range<Int>]())
        var (begin, end) = (0, 0)
        while true {
            switch bytes[begin..<end].withUnsafeBytes({ splitter.next(in: $0) }) {
            case .picture(let length)?:
                pictures.append(begin..<begin + length)
                begin += length
            case .other(let count, _)?: begin += count
            case nil:
                guard end < bytes.count else { return pictures }
                end = min(bytes.count, end + step)
            }
        }
    }

    /// Plays a stream from a pipe to its end.
    private static func play(_ source: Source, _ bytes: [UInt8]) throws {
        var ends: [Int32] = [0, 0]
        guard bytes.count <= 65536, pipe(&ends) == 0 else { return }
        defer { close(ends[0]) }
        // It fits into a pipe.
        _ = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        let configuration = CaptureConfiguration(named(source, "/proc/self/fd/\(ends[0])"))
        let told = Mutex<[CaptureEvent]>([])
        let quiet = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        let newest = FrameOutput(.newest, alwaysWantsFrames: true)
        let context = CaptureContext(
            outputs: FrameFanOut([newest]), bell: try Wakeup(), attention: try Wakeup(), memory: nil,
            encoder: nil, logger: quiet, calls: .system, turn: PublishingTurn(), mayTakeLess: true,
            admit: { true },
            report: { event in told.withLock { $0.append(event) } })
        context.run(configuration)
        for case .failed(let fault) in told.withLock({ $0 }) { try promiseHarmless(fault.sentence) }
        try promise(!told.withLock { $0.isEmpty }, "nothing was told of the end")
        if let frame = newest.take() { try promise(frame.withPlane(0) { !$0.isEmpty }, "an empty frame") }
    }

    private static func named(_ source: Source, _ path: String) -> Source {
        switch source {
        case .raw(var options):
            options.path = path
            return .raw(options)
        case .y4m(var options):
            options.path = path
            return .y4m(options)
        default: return source
        }
    }
}
