import FilterMovies
import Filters
import Foundation
import Frames
import LinuxIO
import Movies
import Synchronization
import TestSupport
import Testing
import VulkanCore

/// Graphs that end in a movie file, and those that begin in one.
struct MovieOutputTests {
    private let folder: Folder
    private let device: VulkanDevice
    private let context: FilterContext
    /// Every picture is written, however long that takes.
    private let patient = MovieWriterOptions(rate: Rational(30), isLive: false)

    init() throws {
        folder = try Folder()
        device = try VulkanDevice(
            instance: VulkanInstance(
                applicationName: "MoviesTests", windowSystem: false, validation: false, logger: quiet),
            logger: quiet)
        context = try FilterContext(device: device)
    }

    @Test(arguments: ["a.mp4", "a.webm", "a.mkv", "a.mov"])
    func aGraphsPicturesBecomeAMovie(_ name: String) throws {
        let path = folder.file(name)
        let pattern = Pattern()
        let camera = FrameInput(context: context)
        let output = try MovieOutput(path: path, options: patient, logger: quiet)
        camera --> ColorInversion() --> output
        for number in 0..<45 {
            try camera.setFrame(pattern.frame(number, at: 7_000_000_000 + Int64(number) * 1_000_000_000 / 30))
            try context.run([output])
        }
        #expect(try output.finish(within: 30).taken == 45)
        let movie = try probe(path)
        #expect(movie.count == 45 && movie.size == pattern.size && movie.rotation == 0)
        #expect(abs((movie.seconds ?? 0) - 1.5) < 0.04, "\(movie.seconds ?? 0)")
        #expect(try abs(Discovered(path).seconds - 1.5) < 0.04)
        for (number, read) in try readAll(path).enumerated() {
            #expect(abs(read.picture.position - Int64(number) * 33_333_333) < 1_100_000)
            // Luma of the inverse, in limited range.
            #expect(quality(of: read.frame) { 251 - pattern.luma($0, $1, number) } > 30)
        }
    }

    @Test func picturesAreWrittenUpright() throws {
        let path = folder.file("a.mp4")
        let pattern = Pattern(rotation: .clockwise90, isMirrored: true)
        let camera = FrameInput(context: context)
        let output = try MovieOutput(path: path, options: patient, logger: quiet)
        camera --> output
        for number in 0..<10 {
            try camera.setFrame(pattern.frame(0, at: Int64(number) * 33_333_333))
            try context.run([output])
        }
        try output.finish(within: 30)
        let movie = try probe(path)
        #expect(movie.count == 10 && movie.size == PixelSize(width: 240, height: 320) && movie.rotation == 0)
        // Turned clockwise, then mirrored: what was above is at the left.
        let frame = try #require(try readAll(path).first).frame
        #expect(quality(of: frame) { x, y in pattern.luma(y, x, 0) } > 30)
    }

    @Test func stillsCountFromTheMomentAtWhichTheyCome() throws {
        let path = folder.file("a.mp4")
        let still = PixelInput(device: device)
        try still.setPicture([UInt8](repeating: 200, count: 64 * 48 * 4), width: 64, height: 48)
        let output = try MovieOutput(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        still --> output
        let begin = MonotonicClock.now()
        for _ in 0..<8 {
            try context.run([output])
            usleep(50_000)
        }
        let seconds = Double(MonotonicClock.now() - begin) / 1e9
        try output.finish(within: 30)
        let movie = try probe(path)
        #expect(
            movie.count == 8 && abs((movie.seconds ?? 0) - seconds) < 0.15,
            "\(movie.seconds ?? 0), \(seconds)")
    }

    @Test func whatIsTransparentIsLaidOverBlack() throws {
        let path = folder.file("a.webm")
        let still = PixelInput(device: device)
        let row: [UInt8] =
            (0..<32).flatMap { _ in [255, 255, 255, 255] } + (0..<32).flatMap { _ in [255, 255, 255, 0] }
        try still.setPicture((0..<64).flatMap { _ in row }, width: 64, height: 64)
        let output = try MovieOutput(
            path: path, options: MovieWriterOptions(quality: 100, isLive: false), logger: quiet)
        still --> output
        for _ in 0..<3 { try context.run([output]) }
        try output.finish(within: 30)
        let frame = try #require(try readAll(path).last).frame
        #expect(frame.luma(8, 32) > 225 && frame.luma(56, 32) < 26)
    }

    @Test func aMovieIsFilteredIntoAnotherPictureByPicture() throws {
        let (original, copy) = (folder.file("original.mp4"), folder.file("copy.webm"))
        try write(original, count: 40)
        let reader = try MovieReader(path: original, logger: quiet)
        let source = FrameInput(context: context)
        let output = try MovieOutput(path: copy, options: MovieWriterOptions(isLive: false), logger: quiet)
        source --> ColorInversion() --> ColorInversion() --> output
        while case .picture(let picture) = try reader.next() {
            try source.setFrame(picture.frame(arrival: 0, sequence: 0))
            try context.run([output])
        }
        #expect(try output.finish(within: 30).taken == 40)
        let (before, after) = (try readAll(original), try readAll(copy))
        #expect(try probe(copy).count == 40)
        for (one, other) in zip(before, after) {
            #expect(abs(one.picture.position - other.picture.position) < 1_100_000)
            #expect(quality(of: other.frame) { one.frame.luma($0, $1) } > 30)
        }
    }

    @Test func aFullDiskEndsTheMovieAndNothingElse() throws {
        let path = folder.file("full.mp4")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        let camera = FrameInput(context: context)
        let output = try MovieOutput(path: path, options: patient, logger: quiet)
        let seen = Mutex(0)
        let other = PixelOutput { _ in seen.withLock { $0 += 1 } }
        camera --> output
        camera --> other
        var number = 0
        let error = try eventually("the failure", within: 30) { () throws -> MovieError? in
            try camera.setFrame(Pattern().frame(number, at: Int64(number) * 33_333_333))
            number += 1
            do {
                try context.run([output, other])
                return nil
            } catch let error as MovieError {
                return error
            }
        }
        #expect(error.kind == .noSpace)
        #expect(seen.withLock { $0 } == number)
        output.removeSources()
        try context.run([other])
        #expect(seen.withLock { $0 } == number + 1)
    }
}
