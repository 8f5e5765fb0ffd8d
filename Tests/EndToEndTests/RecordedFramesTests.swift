import Foundation
import Glibc
import TestSupport
import Testing

/// A movie has every frame of its source, whatever the window does meanwhile.
@Suite(.serialized) struct RecordedFramesTests {
    private static let size = (width: 320, height: 180)

    /// A window that records, with a home of its own.
    private struct Recording {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        let viewfinder: Viewfinder
        let keyboard: VirtualKeyboard

        init(source: String, _ filters: [String] = [], environment: [String: String?] = [:]) throws {
            viewfinder = try Viewfinder(
                ["--source", source, "--stats", "-"] + filters,
                environment: environment.merging(["HOME": home, "XDG_CONFIG_HOME": nil]) { $1 })
            keyboard = try VirtualKeyboard(viewfinder.sway)
        }

        func wait(forSecond second: Int) throws {
            try viewfinder.waitForTitle("\(second) s") { title in
                title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? -1 >= second
            }
        }

        /// Waits for the movie, and gives the title that tells of it and its path.
        func result() throws -> (title: String, movie: String) {
            try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
            let title = try viewfinder.window.title
            let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Videos")
            return (title, "\(home)/Videos/\(try #require(names.first))")
        }
    }

    /// A movie of a camera whose pictures the test gives.
    ///
    /// Each is as bright as its number says. Three come at a time and the next when these
    /// have been captured, so that an encoder that gets little of the processor's time keeps up, too.
    @Test(arguments: [[], ["brightness-adjustment:brightness=0.1", "saturation-adjustment"]])
    func aHiddenFrozenAndResizedWindowCostsNoFrame(filters: [String]) throws {
        try Requirement.programs("ffmpeg")
        let pipe = NSTemporaryDirectory() + "viewfinder-pipe-\(UUID().uuidString)"
        try #require(mkfifo(pipe, 0o600) == 0)
        let recording = try Recording(
            source: "raw:\(pipe):320x180@30:NV12", filters.flatMap { ["--filter", $0] })
        defer {
            try? FileManager.default.removeItem(atPath: recording.home)
            unlink(pipe)
        }
        let (viewfinder, keyboard) = (recording.viewfinder, recording.keyboard)
        let camera = try FileHandle(forWritingTo: URL(fileURLWithPath: pipe))
        var count = 0
        func give() throws {
            for _ in 0..<3 {
                count += 1
                let luma = Data(repeating: UInt8(16 + 6 * count), count: Self.size.width * Self.size.height)
                try camera.write(contentsOf: luma + Data(repeating: 128, count: luma.count / 2))
            }
            try eventually("\(count) captured", within: 60, found: { viewfinder.program.log }) {
                try Statistics.reports(in: viewfinder.program.output).last?.captured == count
            }
        }
        try give()
        try keyboard.tap("v")
        try recording.wait(forSecond: 0)
        let before = count

        try give()
        try viewfinder.sway.command("workspace 2")
        try eventually("hidden") { try !viewfinder.window.isVisible }
        try give()
        try viewfinder.sway.command("workspace 1")
        try eventually("seen") { try viewfinder.window.isVisible }
        try give()
        try keyboard.tap("space")
        try viewfinder.waitForTitle("frozen") { $0.contains("frozen") }
        try give()
        try keyboard.tap("space")
        try viewfinder.waitForTitle("live") { !$0.contains("frozen") }
        try keyboard.tap("f")
        try eventually("full screen") { try viewfinder.window.isFullscreen }
        try give()
        try keyboard.tap("f")
        try eventually("a window") { try !viewfinder.window.isFullscreen }
        try viewfinder.sway.resize(viewfinder.program, width: 500, height: 400)
        try give()

        try keyboard.tap("v")
        let (title, movie) = try recording.result()
        #expect(try lost(title) == 0)
        // The camera's picture of the moment when the recording began may be its first.
        let brightness = try Self.pictures(in: movie).map { $0.reduce(0) { $0 + Int($1) } / $0.count }
        #expect(
            brightness == brightness.sorted() && Set(brightness).count == brightness.count, "\(brightness)")
        #expect((count - before...count - before + 1).contains(brightness.count), "\(brightness)")
    }

    @Test func aMovieWhoseEndIsBeingWrittenIsFinishedBeforeTheProgramEnds() throws {
        let recording = try Recording(
            source: "test:320x180@60:NV12", environment: PreloadedLibrary.environment("slow-encoder"))
        defer { try? FileManager.default.removeItem(atPath: recording.home) }
        try recording.keyboard.tap("v")
        try recording.wait(forSecond: 3)
        try recording.keyboard.tap("v")
        try recording.keyboard.tap("q")
        #expect(try recording.viewfinder.program.wait(within: 60).status == .exited(0))
        let names = try FileManager.default.contentsOfDirectory(atPath: recording.home + "/Videos")
        let bytes = try Data(
            contentsOf: URL(fileURLWithPath: "\(recording.home)/Videos/\(try #require(names.first))"))
        // All boxes of the file are whole.
        var place = 0
        while place + 8 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            try #require(length >= 8)
            place += length
        }
        #expect(place == bytes.count)
    }

    @Test func whatASlowEncoderLosesIsToldAndTheViewKeepsItsRate() throws {
        try Requirement.programs("ffmpeg")
        let recording = try Recording(
            source: "test:320x180@30:NV12", environment: PreloadedLibrary.environment("slow-encoder"))
        defer { try? FileManager.default.removeItem(atPath: recording.home) }
        let output = recording.viewfinder.program
        func reports() throws -> [Statistics] { try Statistics.reports(in: output.output) }
        // The first second has the window's beginning in it.
        try eventually("four seconds without a recording", within: 60) { try reports().count >= 5 }
        let before = try reports().dropFirst()
        try recording.keyboard.tap("v")
        try recording.wait(forSecond: 2)
        let begin = try #require(try reports().last)
        try recording.wait(forSecond: 8)
        let end = try #require(try reports().last)
        let during = try reports().filter { $0.seconds > begin.seconds && $0.seconds <= end.seconds }
        try recording.keyboard.tap("v")
        let (title, movie) = try recording.result()
        let numbers = try Self.numbers(in: movie)
        let lost = try lost(title)
        let gaps = zip(numbers, numbers.dropFirst()).reduce(0) { $0 + Int($1.1 - $1.0 - 1) }
        // Five of thirty a second are encoded, and some wait. Those after the movie's last one are lost, too.
        #expect(numbers.count < 130 && lost > 80, "\(numbers.count) pictures, \(lost) lost")
        #expect(lost + end.neverMade >= gaps, "\(gaps) missing, \(lost) told, \(end.neverMade) never made")
        #expect(lost + numbers.count <= end.captured + 60)
        // A view that waited for the encoder would show five a second, each of them older than 200 ms; the rest is room for a busy machine.
        func rate(_ first: Statistics?, _ last: Statistics?) throws -> Double {
            let (first, last) = (try #require(first), try #require(last))
            return Double(last.shown - first.shown) / (last.seconds - first.seconds)
        }
        let (rateBefore, rateDuring) = try (rate(before.first, before.last), rate(begin, end))
        #expect(rateDuring > 0.75 * rateBefore, "\(rateDuring) shown a second, \(rateBefore) before")
        let (latencyBefore, latencyDuring) = try (
            median(before.map(\.captureToPresent.p50)),
            median(during.map(\.captureToPresent.p50))
        )
        #expect(latencyDuring < 2 * latencyBefore + 34, "\(latencyDuring) ms, \(latencyBefore) ms before")
    }

    private func median(_ values: [Double?]) throws -> Double {
        let known = values.compactMap(\.self).sorted()
        return try #require(known.isEmpty ? nil : known[known.count / 2])
    }

    /// The number of pictures that a title says a movie lacks.
    private func lost(_ title: String) throws -> Int {
        guard title.contains("without") else { return 0 }
        let told = try #require(
            title.firstMatch(of: /without ([0-9]+) pictures? that came too fast/), "\(title)")
        return try #require(Int(told.output.1))
    }

    /// The numbers of the test card's pictures in a movie, whose colours may be inverted.
    static func numbers(
        in path: String, size: (width: Int, height: Int) = size, isInverted: Bool = false
    ) throws -> [UInt32] {
        try pictures(in: path, size: size).compactMap { picture in
            FrameCounter.read(width: size.width, height: size.height) { x, y in
                picture[picture.startIndex + y * size.width + x] ^ (isInverted ? 255 : 0)
            }
        }
    }

    /// The luma of a movie's pictures, row by row.
    private static func pictures(in path: String, size: (width: Int, height: Int) = size) throws -> [Data] {
        let raw = path + ".gray"
        let (program, end) = try Program.run(
            "ffmpeg",
            [
                "-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray",
                raw,
            ])
        #expect(end.status == .exited(0), "\(program.log)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: raw))
        let count = size.width * size.height
        return stride(from: 0, to: bytes.count, by: count).map { bytes[$0..<$0 + count] }
    }
}
