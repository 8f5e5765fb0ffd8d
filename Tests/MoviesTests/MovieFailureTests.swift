import Foundation
import Frames
import Glibc
import LinuxIO
import Movies
import Synchronization
import TestSupport
import Testing

/// What cannot be written, and what remains of what was.
struct MovieFailureTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func refusal(of path: String, _ options: MovieWriterOptions = MovieWriterOptions()) -> MovieError?
    {
        failure { () throws(MovieError) in _ = try MovieWriter(path: path, options: options, logger: quiet) }
    }

    @Test func aPathThatCannotBeWrittenIsRefusedAtOnce() throws {
        #expect(refusal(of: "/nowhere/at/all.mp4")?.kind == .file)
        _ = FileManager.default.createFile(atPath: folder.file("plain"), contents: Data())
        #expect(refusal(of: folder.file("plain/a.mp4"))?.kind == .file)
        // Not even root may make files here.
        let error = try #require(refusal(of: "/sys/viewfinder.mp4"))
        #expect(error.kind == .permission)
        #expect(
            error.sentence.hasPrefix("/sys/viewfinder.mp4 cannot be written (")
                && error.sentence.hasSuffix("; choose a folder in which you may write"))
    }

    @Test(arguments: ["movie", "movie.txt", "movie.mp3", "folder.mp4/movie", ""])
    func anUnknownEndingIsRefusedWithTheKnownOnes(_ name: String) {
        let error = refusal(of: folder.file(name))
        #expect(
            error?.kind == .unsupported && error?.sentence.contains(".mp4, .m4v, .mov, .mkv, .webm") == true)
    }

    @Test func anEncoderThatIsNotThereIsNamed() throws {
        let path = folder.file("a.mp4")
        let writer = try MovieWriter(
            path: path, options: MovieWriterOptions(encoder: "vp9enc"), logger: quiet)
        let error = try #require(failure { () throws(MovieError) in try writer.finish() })
        #expect(error.kind == .missingCodec && error.sentence.contains("x264enc or openh264enc"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aMovieWithoutPicturesLeavesNoFile() throws {
        let path = folder.file("a.mp4")
        let writer = try MovieWriter(path: path, logger: quiet)
        #expect(
            failure { () throws(MovieError) in try writer.finish() }?.sentence.contains("no picture came")
                == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: ["mp4", "mov", "mkv", "webm"])
    func aFullDiskIsToldOnceAndStopsNobody(_ ending: String) throws {
        let path = folder.file("full.\(ending)")
        // The kernel's disk that is always full.
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        let failures = Mutex<[MovieError]>([])
        let writer = try MovieWriter(path: path, logger: quiet) { error in
            failures.withLock { $0.append(error) }
        }
        let clock = ContinuousClock()
        var number: Int64 = 0
        var longest = Duration.zero
        try eventually("the failure") {
            let frame = Pattern().frame(0, at: number * 33_000_000)
            longest = max(longest, clock.measure { _ = writer.append(frame) })
            number += 1
            return writer.failure != nil
        }
        #expect(longest < .milliseconds(200), "an append took \(longest)")
        #expect(!writer.append(Pattern().frame(0, at: .max / 2)))
        let error = try #require(failure { () throws(MovieError) in try writer.finish(within: 1) })
        #expect(error.kind == .noSpace && error.sentence.hasPrefix("the disk is full: \(path) ends after "))
        #expect(failures.withLock { $0 } == [error])
    }

    @Test(arguments: ["mp4", "webm"], [SIGTERM, SIGKILL])
    func aProgramThatIsKilledLeavesAMovie(_ ending: String, _ signal: Int32) throws {
        try Requirement.programs("ffmpeg", "gst-discoverer-1.0")
        let path = folder.file("killed.\(ending)")
        let program = try Program(movieProbe, ["write", path, "3000"])
        try eventually("three seconds", within: 60, found: { program.log }) {
            program.output.contains("written 90\n")
        }
        program.signal(signal)
        #expect(try program.wait().status == .killed(signal))
        // The last piece, and what the encoder had not begun, may be missing.
        let pictures = try readAll(path)
        #expect(pictures.count >= 60, "\(pictures.count)")
        let (player, end) = try Program.run("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"])
        #expect(end.status == .exited(0), "\(player.log)")
        #expect(try Discovered(path).size == PixelSize(width: 320, height: 240))
        // A busy machine may have dropped some; each of the others is at its place.
        var last: Int64 = -1
        for read in pictures {
            let number = (read.picture.position + 16_000_000) / 33_333_333
            #expect(number > last && abs(read.picture.position - number * 33_333_333) < 1_100_000)
            last = number
        }
    }

    @Test func finishNeverWaitsLongerThanItIsTold() throws {
        let path = folder.file("a.webm")
        let size = PixelSize(width: 1920, height: 1080)
        let frame = Pattern(size: size).frame(0, at: 0)
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(waitingLimit: 40), logger: quiet)
        for number in 0..<40 { writer.append(frame.stamped(Int64(number) * 33_000_000)) }
        let clock = ContinuousClock()
        let took = clock.measure { _ = failure { () throws(MovieError) in try writer.finish(within: 0) } }
        #expect(took < .milliseconds(500))
        #expect(try writer.finish(within: 60).taken == 40)
    }
}
