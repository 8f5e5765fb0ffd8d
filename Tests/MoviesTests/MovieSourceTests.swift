import Capture
import Foundation
import Frames
import Movies
import Synchronization
import TestSupport
import Testing

/// A movie as a source among cameras.
struct MovieSourceTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// What a session has told, and the timestamps of its frames.
    private final class Session: Sendable {
        let events = Mutex<[String]>([])
        let stamps = Mutex<[Int64]>([])
        let slot = FrameOutput()

        func start(_ source: Source) throws -> CaptureSession {
            slot.onArrival { [self] in
                if let frame = slot.take() { stamps.withLock { $0.append(frame.timestamp.nanoseconds) } }
            }
            let session = CaptureSession(CaptureConfiguration(source), outputs: [slot], logger: quiet)
            session.onState { [self] state in
                let word: String? =
                    switch state {
                    case .starting(let mode): mode.map { "opened \($0.name) \($0.size)" }
                    case .running: "running"
                    case .failed(let fault), .interrupted(let fault): "failed: \(fault.sentence)"
                    case .ended: "ended"
                    case .paused, .stopped: nil
                    }
                if let word { events.withLock { $0.append(word) } }
            }
            session.start { _ in }
            return session
        }
    }

    @Test func aMovieIsPlayedOnceAtItsOwnPace() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 15)
        let session = Session()
        let clock = ContinuousClock()
        let begin = clock.now
        let running = try session.start(.movie(MovieOptions(path: path, loops: false)))
        try eventually("the end") { session.events.withLock { $0.last == "ended" } }
        #expect(clock.now - begin >= .milliseconds(490))
        #expect(session.events.withLock { $0 } == ["opened a.mp4 320x240", "running", "ended"])
        let stamps = session.stamps.withLock { $0 }
        #expect(stamps.count == 15 && running.statistics.published == 15)
        for (first, second) in zip(stamps, stamps.dropFirst()) {
            #expect(abs(second - first - 33_333_333) < 20_000)
        }
    }

    @Test func aLoopGoesOnWithoutAGap() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 6)
        let session = Session()
        let running = try session.start(.movie(MovieOptions(path: path)))
        try eventually("four rounds") { session.stamps.withLock { $0.count >= 24 } }
        #expect(running.stop())
        let stamps = session.stamps.withLock { $0 }
        for (first, second) in zip(stamps, stamps.dropFirst()) {
            #expect(abs(second - first - 33_333_333) < 20_000, "\(second - first)")
        }
        let count = stamps.count
        #expect(session.stamps.withLock { $0.count } == count)
        #expect(session.events.withLock { $0.contains("ended") } == false)
    }

    /// Their pictures have no times, or begin late, and their demuxers do not go back.
    @Test(arguments: ["gif", "ts", "mpg", "nut"])
    func aLoopOfEveryKindGoesOnWithoutAGap(_ ending: String) throws {
        try Requirement.programs("ffmpeg")
        let path = folder.file("a.\(ending)")
        let (program, end) = try Program.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=d=0.4:r=25:s=64x48", path])
        try #require(end.status == .exited(0), "\(program.log)")
        let count = try readAll(path).count
        let session = Session()
        let running = try session.start(.movie(MovieOptions(path: path)))
        try eventually("three rounds") { session.stamps.withLock { $0.count > 3 * count } }
        #expect(running.stop())
        let stamps = session.stamps.withLock { $0 }
        for (first, second) in zip(stamps, stamps.dropFirst()) {
            #expect(abs(second - first - 40_000_000) < 2_000_000, "\(second - first)")
        }
    }

    @Test func aSessionStopsAtOnce() throws {
        let path = folder.file("slow.mp4")
        try write(
            path, count: 3, options: MovieWriterOptions(rate: Rational(1, 10), isLive: false))
        let session = Session()
        let running = try session.start(.movie(MovieOptions(path: path)))
        try eventually("the first picture") { session.stamps.withLock { $0.count == 1 } }
        let clock = ContinuousClock()
        let took = clock.measure { #expect(running.stop()) }
        #expect(took < .seconds(1), "\(took)")
    }

    @Test func aMissingMovieIsAFaultOfTheFile() throws {
        let session = Session()
        let running = try session.start(.movie(MovieOptions(path: folder.file("nothing.mp4"))))
        defer { running.stop() }
        try eventually("the fault") { session.events.withLock { !$0.isEmpty } }
        #expect(session.events.withLock { $0[0].contains("nothing.mp4 cannot be read (No such file") })
    }

    @Test func aSinglePictureStaysWithoutWork() throws {
        let path = folder.file("one.mp4")
        try write(path, count: 1)
        let session = Session()
        let running = try session.start(.movie(MovieOptions(path: path)))
        try eventually("the picture") { session.stamps.withLock { $0.count == 1 } }
        let before = running.processorTime
        Thread.sleep(forTimeInterval: 0.3)
        #expect(running.processorTime - before < 20_000_000)
        #expect(session.stamps.withLock { $0.count } == 1)
        let took = ContinuousClock().measure { #expect(running.stop()) }
        #expect(took < .seconds(1), "\(took)")
    }

    @Test func aPictureOfTheYearTenThousandIsShownAtOnce() throws {
        let path = folder.file("late.mkv")
        let picture = Matroska.Picture(time: 9_223_372_036_000, duration: 9_223_372_036_000)
        try Matroska.bytes([picture, picture]).write(to: URL(fileURLWithPath: path))
        let session = Session()
        let running = try session.start(.movie(MovieOptions(path: path)))
        defer { running.stop() }
        try eventually("a picture") { session.stamps.withLock { !$0.isEmpty } }
    }

    @Test func picturesOfANanosecondAreNotWorkWithoutEnd() throws {
        let path = folder.file("fast.mkv")
        let pictures = (0..<10 as Range<UInt64>).map { Matroska.Picture(time: $0, duration: 1) }
        try Matroska.bytes(pictures, unit: 1).write(to: URL(fileURLWithPath: path))
        let session = Session()
        let running = try session.start(.movie(MovieOptions(path: path)))
        try eventually("five rounds") { session.stamps.withLock { $0.count >= 50 } }
        #expect(running.stop())
        let stamps = session.stamps.withLock { $0 }
        for (first, second) in zip(stamps, stamps.dropFirst()) { #expect(second - first >= 1_000_000) }
        #expect(stamps[40] - stamps[0] >= 160_000_000, "each round takes some time")
    }

    @Test func aColourThatIsGivenWins() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 3)
        let slot = FrameOutput()
        let color = ColorDescription(matrix: .bt2020, range: .full)
        let session = CaptureSession(.movie(MovieOptions(path: path, color: color)), outputs: [slot])
        session.start { _ in }
        let frame = try eventually("a frame") { slot.take() }
        #expect(frame.color == color)
        session.stop()
    }
}
