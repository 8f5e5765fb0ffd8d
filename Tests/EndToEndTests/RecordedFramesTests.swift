import Foundation
import TestSupport
import Testing

/// A movie has every frame of its source, whatever the window does meanwhile.
@Suite(.serialized) struct RecordedFramesTests {
    private let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
    private static let size = (width: 320, height: 180)

    @Test(
        arguments: [30, 60],
        [[], ["--filter", "brightness-adjustment:brightness=0.1", "--filter", "saturation-adjustment"]])
    func aHiddenFrozenAndResizedWindowCostsNoFrame(rate: Int, filters: [String]) throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Requirement.programs("ffmpeg")
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@\(rate):NV12", "--stats", "-"] + filters,
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        func wait(forSecond second: Int) throws {
            try viewfinder.waitForTitle("\(second) s") { title in
                title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0 >= second
            }
        }
        try keyboard.tap("v")
        try wait(forSecond: 1)
        try viewfinder.sway.command("workspace 2")
        try wait(forSecond: 7)
        try viewfinder.sway.command("workspace 1")
        try wait(forSecond: 8)
        try keyboard.tap("space")
        try wait(forSecond: 10)
        try keyboard.tap("space")
        try keyboard.tap("f")
        try wait(forSecond: 11)
        try keyboard.tap("f")
        try wait(forSecond: 12)
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
        let title = try viewfinder.window.title
        let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Videos")
        let numbers = try Self.numbers(in: "\(home)/Videos/\(try #require(names.first))")
        #expect(numbers.count > 11 * rate)
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
