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

        init(rate: Int, _ filters: [String]) throws {
            self.rate = rate
            viewfinder = try Viewfinder(
                ["--source", "test:320x180@\(rate):NV12", "--stats", "-"] + filters,
                environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
            keyboard = try VirtualKeyboard(viewfinder.sway)
        }

        func wait(forSecond second: Int) throws {
            try viewfinder.waitForTitle("\(second) s") { title in
                title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0 >= second
            }
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

    private func judge(_ recording: Recording) throws {
        let viewfinder = recording.viewfinder
        try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
        let title = try viewfinder.window.title
        let names = try FileManager.default.contentsOfDirectory(atPath: recording.home + "/Videos")
        let numbers = try Self.numbers(in: "\(recording.home)/Videos/\(try #require(names.first))")
        #expect(numbers.count > 11 * recording.rate)
        // What a busy machine keeps the card from making in time is no frame of the source.
        let dropped = try #require(try Statistics.reports(in: viewfinder.program.output).last).dropped
        let missing = zip(numbers, numbers.dropFirst()).reduce(0) { $0 + UInt64($1.1 - $1.0 - 1) }
        #expect(missing <= UInt64(dropped["gap"] ?? 0), "\(dropped) in \(numbers.count) pictures")
        #expect(!title.contains("without"), "\(title)")
    }

    /// The numbers of the test card's pictures in a movie.
    private static func numbers(in path: String) throws -> [UInt32] {
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
