import Foundation
import TestSupport
import Testing

/// A movie has every frame of its source, whatever the window does meanwhile.
@Suite(.serialized) struct RecordedFramesTests {
    private static let size = (width: 320, height: 180)

    /// A window that records, with a home of its own.
    private struct Recording {
        let rate: Int
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        let viewfinder: Viewfinder
        let keyboard: VirtualKeyboard

        init(rate: Int, _ filters: [String] = [], environment: [String: String?] = [:]) throws {
            self.rate = rate
            viewfinder = try Viewfinder(
                ["--source", "test:320x180@\(rate):NV12", "--stats", "-"] + filters,
                environment: environment.merging(["HOME": home, "XDG_CONFIG_HOME": nil]) { $1 })
            keyboard = try VirtualKeyboard(viewfinder.sway)
        }

        func wait(forSecond second: Int) throws {
            try viewfinder.waitForTitle("\(second) s") { title in
                title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0 >= second
            }
        }

        /// Waits for the movie, and gives the title that tells of it and the numbers of its pictures.
        func result() throws -> (title: String, numbers: [UInt32]) {
            try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
            let title = try viewfinder.window.title
            let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Videos")
            return (title, try RecordedFramesTests.numbers(in: "\(home)/Videos/\(try #require(names.first))"))
        }
    }

    @Test(arguments: [
        [], ["--filter", "brightness-adjustment:brightness=0.1", "--filter", "saturation-adjustment"],
    ])
    func aHiddenFrozenAndResizedWindowCostsNoFrame(filters: [String]) throws {
        try Requirement.programs("ffmpeg")
        // Side by side, since they wait most of the time.
        let recordings = try [30, 60].map { try Recording(rate: $0, filters) }
        defer { for recording in recordings { try? FileManager.default.removeItem(atPath: recording.home) } }
        let steps: [(second: Int, work: (Recording) throws -> Void)] = [
            (1, { try $0.viewfinder.sway.command("workspace 2") }),
            (7, { try $0.viewfinder.sway.command("workspace 1") }),
            (8, { try $0.keyboard.tap("space") }), (10, { try $0.keyboard.tap("space") }),
            (10, { try $0.keyboard.tap("f") }), (11, { try $0.keyboard.tap("f") }),
            (12, { try $0.keyboard.tap("v") }),
        ]
        for recording in recordings { try recording.keyboard.tap("v") }
        for step in steps {
            for recording in recordings {
                try recording.wait(forSecond: step.second)
                try step.work(recording)
            }
        }
        for recording in recordings { try judge(recording) }
    }

    @Test func whatASlowEncoderLosesIsToldAndTheViewKeepsItsRate() throws {
        try Requirement.programs("ffmpeg")
        let recording = try Recording(rate: 30, environment: PreloadedLibrary.environment("slow-encoder"))
        defer { try? FileManager.default.removeItem(atPath: recording.home) }
        let output = recording.viewfinder.program
        try recording.keyboard.tap("v")
        try recording.wait(forSecond: 2)
        let begin = try #require(try Statistics.reports(in: output.output).last)
        try recording.wait(forSecond: 8)
        let end = try #require(try Statistics.reports(in: output.output).last)
        try recording.keyboard.tap("v")
        let (title, numbers) = try recording.result()
        let told = try #require(
            title.firstMatch(of: /without ([0-9]+) pictures, which came/), "\(title)")
        let lost = try #require(Int(told.output.1))
        let gaps = zip(numbers, numbers.dropFirst()).reduce(0) { $0 + Int($1.1 - $1.0 - 1) }
        // Five of thirty a second are encoded, and some wait. Those after the movie's last one are lost, too.
        let never = Int(end.dropped["gap"] ?? 0)
        #expect(numbers.count < 100 && lost > 80, "\(numbers.count) pictures, \(lost) lost")
        #expect(lost + never >= gaps, "\(gaps) missing, \(lost) told, \(never) never made")
        #expect(lost + numbers.count <= end.captured + 60)
        // With a view that waited for the encoder, these would be five a second.
        #expect(Double(end.shown - begin.shown) > 15 * (end.seconds - begin.seconds))
    }

    private func judge(_ recording: Recording) throws {
        let viewfinder = recording.viewfinder
        let (title, numbers) = try recording.result()
        #expect(numbers.count > 11 * recording.rate)
        // What a busy machine keeps the card from making in time is no frame of the source.
        let dropped = try #require(try Statistics.reports(in: viewfinder.program.output).last).dropped
        let missing = zip(numbers, numbers.dropFirst()).reduce(0) { $0 + UInt64($1.1 - $1.0 - 1) }
        #expect(missing <= UInt64(dropped["gap"] ?? 0), "\(dropped) in \(numbers.count) pictures")
        #expect(!title.contains("without"), "\(title)")
    }

    /// The numbers of the test card's pictures in a movie.
    fileprivate static func numbers(in path: String) throws -> [UInt32] {
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
        return stride(from: 0, to: bytes.count, by: count).compactMap { start in
            FrameCounter.read(width: size.width, height: size.height) { x, y in
                bytes[start + y * size.width + x]
            }
        }
    }
}
