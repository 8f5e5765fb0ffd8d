import Foundation
import Frames
import Glibc
import Synchronization
import Testing

@testable import Capture

/// A folder of its own, gone with the test.
private final class Folder: Sendable {
    let path = "\(NSTemporaryDirectory())/\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    func pipe() -> String {
        let name = "\(path)/pipe"
        #expect(mkfifo(name, 0o600) == 0)
        return name
    }
}

/// Collects the first byte of every frame, so that a lost one shows.
private func start(_ source: Source) throws -> (CaptureRun, FrameOutput, Recorder) {
    let (slot, recorder) = (FrameOutput(), Recorder())
    let session = try CaptureRun(source: source, output: slot, logger: quiet, report: recorder.report)
    return (session, slot, recorder)
}

private func grey(_ path: String, _ size: (Int, Int) = (4, 2), rate: Int = 200) -> Source {
    .raw(
        RawOptions(
            path: path, size: PixelSize(width: size.0, height: size.1), rate: Rational(rate), format: .grey))
}

/// Writes to a named pipe in the background, as another program would.
private func write(_ parts: [[UInt8]], to path: String, pause: useconds_t = 0) {
    let thread = Thread {
        let pipe = open(path, O_WRONLY)
        for part in parts {
            unsafe _ = Glibc.write(pipe, part, part.count)
            usleep(pause)
        }
        close(pipe)
    }
    thread.start()
}

@Test func filesStartAgainAtTheirEndAndKeepTheirRate() async throws {
    let folder = try Folder()
    let bytes = (1...3).flatMap { [UInt8](repeating: $0, count: 8) }
    let (session, slot, recorder) = try start(grey(try folder.file("a.grey", bytes + [9, 9, 9])))
    var seen: [UInt8] = []
    var last: Frame?
    while seen.count < 20, let frame = await nextFrame(slot) {
        seen.append(frame.bytes(of: 0)[0])
        #expect(frame.bytes(of: 0).prefix(8).allSatisfy { $0 == seen.last })
        if let last { #expect(frame.sequence > last.sequence) }
        last = frame
    }
    #expect(seen.count == 20 && Set(seen) == [1, 2, 3], "the short end is never shown")
    let statistics = session.statistics
    #expect(session.stop())
    #expect((statistics.dropped[.shortFrame] ?? 0) >= 4)
    #expect(recorder.mode?.name == "a.grey" && recorder.mode?.format == .grey)
    let rate = try #require(statistics.rate)
    #expect(rate > 10 && rate < 260)
}

@Test func aPipesEndIsTheEnd() async throws {
    let folder = try Folder()
    let path = folder.pipe()
    let (session, slot, recorder) = try start(grey(path))
    write([[1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2], [2, 2, 2, 2, 2, 7, 7]], to: path, pause: 20_000)
    #expect(await eventually { recorder.hasEnded })
    #expect(slot.take()?.bytes(of: 0).prefix(8) == [2, 2, 2, 2, 2, 2, 2, 2])
    let statistics = session.statistics
    #expect(statistics.captured == 2 && statistics.published == 2 && statistics.dropped == [.shortFrame: 1])
    #expect(session.stop())
}

@Test func aPipeIsReadAsFastAsItsWriterAndTheNewestWins() async throws {
    let folder = try Folder()
    let path = folder.pipe()
    let (session, slot, recorder) = try start(grey(path, (64, 64), rate: 1))
    let frames = (0..<500).map { [UInt8](repeating: UInt8($0 % 251), count: 4096) }
    write(frames, to: path)
    #expect(await eventually { recorder.hasEnded })
    let last = try #require(slot.take())
    #expect(last.sequence == 499 && last.bytes(of: 0)[0] == UInt8(499 % 251))
    #expect(session.statistics.published == 500 && slot.statistics.replaced == 499)
    session.stop()
}

@Test func heldFramesAreNotOverwrittenWhileAPipeGoesOn() async throws {
    let folder = try Folder()
    let path = folder.pipe()
    let (session, slot, recorder) = try start(grey(path, (64, 64)))
    let held = Mutex<[Frame]>([])
    slot.onArrival { if let frame = slot.take() { held.withLock { $0.append(frame) } } }
    // It holds the output that holds it.
    defer { slot.onArrival(nil) }
    write((0..<50).map { [UInt8](repeating: UInt8($0), count: 4096) }, to: path)
    #expect(await eventually { recorder.hasEnded })
    for frame in held.withLock({ $0 }) {
        #expect(frame.bytes(of: 0).prefix(4096).allSatisfy { $0 == UInt8(frame.sequence) })
    }
    // All buffers but one, and as many copies as there may be.
    #expect(held.withLock { $0.count } == 13)
    #expect(slot.statistics.dropped == [.noBuffer: 37] && session.statistics.dropped.isEmpty)
    session.stop()
}

@Test func stopDoesNotWaitForAWriter() async throws {
    let folder = try Folder()
    let (session, _, recorder) = try start(grey(folder.pipe()))
    try await Task.sleep(for: .milliseconds(20))
    let begin = ContinuousClock.now
    #expect(session.stop())
    #expect(ContinuousClock.now - begin < .seconds(1))
    #expect(recorder.outcomes.isEmpty)
}

@Test func filesThatCannotBeShownSayWhy() async throws {
    let folder = try Folder()
    let cases: [(Source, String)] = [
        (grey("\(folder.path)/missing"), "No such file"),
        (grey(try folder.file("short", [1, 2, 3])), "before its first frame"),
        (grey(try folder.file("empty", [])), "before its first frame"),
        (grey(folder.path), "directory"),
        (.y4m(Y4MOptions(path: try folder.file("x", Array("RIFF....\n".utf8)))), "no YUV4MPEG2"),
        (.y4m(Y4MOptions(path: try folder.file("y", Array("YUV4MPEG2 H2 F30:1\n".utf8)))), "its size"),
        (.y4m(Y4MOptions(path: try folder.file("z", Array("YUV4MPEG2 W4 H2 C420p9\n".utf8)))), "C420p9"),
        (.y4m(Y4MOptions(path: try folder.file("b", Array("YUV4MPEG2 W4 H2 Cbgr24\n".utf8)))), "444alpha"),
        (.y4m(Y4MOptions(path: try folder.file("f", Array("YUV4MPEG2 W4 H2 F30\n".utf8)))), "F30:1"),
        (
            .y4m(Y4MOptions(path: try folder.file("n", Array("YUV4MPEG2 W4 H2 Cmono\nPLANE\n".utf8)))),
            "should begin"
        ),
        (.y4m(Y4MOptions(path: try folder.file("l", [UInt8](repeating: 65, count: 5000)))), "no YUV4MPEG2"),
    ]
    for (source, words) in cases {
        let (session, _, recorder) = try start(source)
        #expect(await eventually { recorder.fault != nil }, "\(source)")
        #expect(recorder.fault?.kind == .file && recorder.fault?.sentence.contains(words) == true)
        #expect(recorder.outcomes.count == 1)
        session.stop()
    }
}

@Test(arguments: [
    ("C420jpeg", PixelFormat.i420, ColorDescription.ChromaSite.center), ("C420mpeg2", .i420, .left),
    ("C420paldv", .i420, .topLeft), ("C420", .i420, .center), ("", .i420, .center), ("C422", .i422, .left),
    ("C444", .i444, .center), ("C411", .i411, .left), ("Cmono", .grey, .center),
    ("C444alpha", .i444, .center),
    ("Cmono10", .y10, .center), ("Cmono12", .y12, .center), ("Cmono16", .y16, .center),
])
func y4mFormatsAreShown(tag: String, format: PixelFormat, site: ColorDescription.ChromaSite) async throws {
    try await isShown(tag, format, site)
}

@Test(arguments: ["420", "422", "444"], [10, 12, 16])
func y4mFormatsOfManyBitsAreShown(sampling: String, bits: Int) async throws {
    let format = try #require(PixelFormat(rawValue: "i\(sampling)p\(bits)"))
    try await isShown(
        "C\(sampling)p\(bits) XYSCSS=\(sampling)P\(bits)", format, sampling == "422" ? .left : .center)
}

/// A stream of two pictures whose bytes count up, as the tag says.
private func isShown(
    _ tag: String, _ format: PixelFormat, _ site: ColorDescription.ChromaSite
) async throws {
    let folder = try Folder()
    let size = PixelSize(width: 5, height: 3)
    let layout = FrameLayout(format: format, size: size)
    let picture = (0..<layout.byteCount()).map { UInt8($0 + 1) }
    let tail = [UInt8](repeating: 255, count: tag == "C444alpha" ? 15 : 0)
    let header = "YUV4MPEG2 W5 H3 F30000:1001 Ip A10:11 \(tag) XYSCSS=420JPEG XCOLORRANGE=FULL\n"
    let bytes =
        Array(header.utf8) + Array("FRAME\n".utf8) + picture + tail + Array("FRAME Ip\n".utf8) + picture
        + tail
    let (session, slot, recorder) = try start(.y4m(Y4MOptions(path: try folder.file("a.y4m", bytes))))
    for _ in 0..<4 {
        let frame = try #require(await nextFrame(slot))
        #expect(frame.layout == layout && frame.sampleAspect == Rational(10, 11))
        #expect(Array(frame.bytes(of: 0).prefix(picture.count)) == picture)
        #expect(frame.color.name == "601-full" && frame.color.chromaSite == site)
    }
    #expect(recorder.mode?.rate == Rational(30000, 1001))
    #expect(session.stop())
}

@Test func unknownsOfAY4MHeaderHaveDefaults() async throws {
    let folder = try Folder()
    let bytes =
        Array("YUV4MPEG2 W2 H720 F0:0 A0:0 I? Cmono\nFRAME\n".utf8) + [UInt8](repeating: 1, count: 1440)
    let path = try folder.file("a.y4m", bytes)
    let (session, slot, recorder) = try start(.y4m(Y4MOptions(path: path)))
    let frame = try #require(await nextFrame(slot))
    #expect(frame.sampleAspect == Rational(1) && frame.color.name == "709-limited")
    #expect(await eventually { recorder.mode?.rate == Rational(25) })
    session.stop()
    let (other, otherSlot, _) = try start(
        .y4m(Y4MOptions(path: path, color: ColorDescription(named: "2020-full"))))
    #expect(await nextFrame(otherSlot)?.color.name == "2020-full")
    other.stop()
}

@Test func aHeaderOfOtherLettersIsAsLongAsItsBytes() async throws {
    let folder = try Folder()
    // A remark in Latin 1, which is no UTF-8.
    let header = Array("YUV4MPEG2 W4 H2 F200:1 Cmono Xcaf".utf8) + [0xe9, 0xe8, 0x0a]
    let frames = (1...3).flatMap { Array("FRAME\n".utf8) + [UInt8](repeating: $0, count: 8) }
    let path = try folder.file("a.y4m", header + frames)
    let (session, slot, recorder) = try start(.y4m(Y4MOptions(path: path)))
    var last: UInt32 = 0
    while last < 9 { last = try #require(await nextFrame(slot)).sequence }
    #expect(recorder.fault == nil)
    session.stop()
}

/// The moments of a movie's pictures.
struct MoviePaceTests {
    @Test func picturesOfANanosecondAreAMillisecondApartAndARoundTakesItsTime() {
        var pace = MoviePace()
        var due: [Int64] = []
        var now: Int64 = 1_000_000_000_000
        let begin = now
        for round in 1...3 as ClosedRange<Int64> {
            for position in 0..<10 as Range<Int64> {
                now = pace.deadline(position: position, duration: 1, now: now)
                due.append(now)
            }
            #expect(pace.end >= begin + round * 40_000_000)
            now = pace.end
            pace.startAgain()
        }
        for (first, second) in zip(due, due.dropFirst()) { #expect(second - first >= 1_000_000) }
    }

    @Test func anOrdinaryMovieKeepsItsTimes() {
        var pace = MoviePace()
        var now: Int64 = 1_000_000_000_000
        let begin = now
        for number in 0..<60 as Range<Int64> {
            if number == 30 { pace.startAgain() }
            now = pace.deadline(position: number % 30 * 33_333_333, duration: 33_333_333, now: now)
            #expect(now == begin + number * 33_333_333)
        }
    }
}
