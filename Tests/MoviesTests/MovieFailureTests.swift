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

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    @Test func anEncoderThatIsNotThereIsNamedBeforeAnyFileIsTouched() throws {
        let options = MovieWriterOptions(encoder: "vp9enc")
        let error = try #require(refusal(of: folder.file("a.mp4"), options))
        #expect(error.kind == .missingCodec && error.sentence.contains("x264enc or openh264enc"))
        #expect(names.isEmpty)
        try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
        #expect(refusal(of: folder.file("a.mp4"), options)?.kind == .missingCodec)
        #expect(try String(contentsOfFile: folder.file("a.mp4"), encoding: .utf8) == "old")
    }

    @Test func anOldMovieStaysUntilTheNewOneIsWhole() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 10)
        chmod(path, 0o640)
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        for number in 0..<20 {
            #expect(writer.append(Pattern().frame(number, at: Int64(number) * 33_333_333)))
        }
        #expect(try probe(path).count == 10 && names.count == 2)
        try writer.finish()
        #expect(try probe(path).count == 20 && names == ["a.mp4"])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    @Test func anOldMovieStaysWhereNoPictureComes() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 10)
        let writer = try MovieWriter(path: path, logger: quiet)
        #expect(failure { () throws(MovieError) in try writer.finish() } != nil)
        #expect(try probe(path).count == 10 && names == ["a.mp4"])
    }

    @Test func anOldMovieStaysWhereTheNewOneFails() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 10)
        // A limit to the length of files stands for a disk that fills up.
        let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" write \"$1\" 90"
        let output = try Program.run("sh", ["-c", script, movieProbe, path]).program.output
        let other = try #require(names.first { $0.hasPrefix("viewfinder-") })
        #expect(output.contains("\(folder.file(other)) ends after "), "\(output)")
        #expect(names == ["a.mp4", other] && other.hasSuffix(".mp4"))
        #expect(try probe(path).count == 10)
    }

    @Test func aSecondWriterOfAMovieIsRefused() throws {
        for name in ["new.mp4", "old.mp4"] {
            let path = folder.file(name)
            if name == "old.mp4" { try write(path, count: 5) }
            let writer = try MovieWriter(
                path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
            for number in 0..<20 { writer.append(Pattern().frame(number, at: Int64(number) * 33_333_333)) }
            let error = try #require(refusal(of: path))
            #expect(error.kind == .file && error.sentence.hasPrefix("\(path) is being recorded already; "))
            try writer.finish()
            #expect(try probe(path).count == 20)
        }
        #expect(names == ["new.mp4", "old.mp4"])
    }

    @Test func aPipeHoldsNoMovieAndIsNotWaitedFor() throws {
        let path = folder.file("pipe.mp4")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(refusal(of: path)?.kind == .file)
        let reader = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
        #expect(refusal(of: path)?.sentence.hasPrefix("\(path) is a pipe") == true)
        withExtendedLifetime(reader) {}
        #expect(names == ["pipe.mp4"])
    }

    @Test func aLinkIsReplacedAndWhatItNamesStays() throws {
        let (link, other) = (folder.file("link.mkv"), folder.file("other.mkv"))
        try write(other, count: 5)
        for target in [other, folder.file("nothing.mkv")] {
            unlink(link)
            #expect(symlink(target, link) == 0)
            try write(link, count: 10)
            #expect(try probe(link).count == 10)
        }
        #expect(try probe(other).count == 5 && names == ["link.mkv", "other.mkv"])
    }

    @Test func theLongestNameWorks() throws {
        let path = folder.file(String(repeating: "x", count: 251) + ".mkv")
        for count in [5, 10] {
            try write(path, count: count)
            #expect(try probe(path).count == count && names.count == 1)
        }
    }

    @Test func aMovieWithoutPicturesLeavesNoFile() throws {
        let path = folder.file("a.mp4")
        let writer = try MovieWriter(path: path, logger: quiet)
        #expect(
            failure { () throws(MovieError) in try writer.finish() }?.sentence.contains("no picture came")
                == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aMovieOfPicturesThatCannotBeReadLeavesNoFile() throws {
        let path = folder.file("a.mp4")
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        for (number, planes) in wrongPlanes.enumerated() {
            writer.append(uncheckedFrame(planes, sequence: UInt32(number)))
        }
        let error = failure { () throws(MovieError) in _ = try writer.finish() }
        let words = "no picture could be read (\(wrongPlanes.count) were lost)"
        #expect(error?.sentence.contains(words) == true)
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
        // It is told on the writer's thread, a moment later.
        try eventually("the word of it") { failures.withLock { $0 } == [error] }
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
