import Foundation
import TestSupport
import Testing

/// What `v` records beside the pictures, and what keeps it from that.
@Suite(.serialized) struct RecordingTests {
    private let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"

    /// Records some seconds of the test card, looking at titles meanwhile, and gives the movie's path.
    private func record(
        _ options: [String] = [], _ environment: [String: String?] = [:],
        sees: (Viewfinder) throws -> Void = { _ in }
    ) throws -> String {
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@30:NV12"] + options,
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil].merging(environment) { $1 })
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try sees(viewfinder)
        try viewfinder.waitForTitle("the time") { title in
            title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0 >= 5
        }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
        let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Videos")
        return try #require(names.first.map { "\(home)/Videos/\($0)" })
    }

    /// The kinds of a movie's streams and their seconds.
    private func streams(_ path: String) throws -> [String: Double] {
        try Requirement.programs("ffprobe")
        let (program, end) = try Program.run(
            "ffprobe",
            ["-v", "error", "-show_entries", "stream=codec_type,duration", "-of", "csv=p=0", path])
        #expect(end.status == .exited(0) && program.errors.isEmpty, "\(program.log)")
        let rows = program.output.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Double($0.last ?? "") ?? 0) })
    }

    @Test func theDefaultInputIsHeardWhereThatIsAskedFor() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let server = try SoundServer(.tone(440))
        let path = try record(["--record-sound"], server.environment)
        let streams = try streams(path)
        let (pictures, sound) = (try #require(streams["video"]), try #require(streams["audio"]))
        #expect(pictures > 3.5 && abs(pictures - sound) < 0.7, "\(streams)")
        let heard = try MovieSound(of: path)
        #expect(abs(heard.loudness(1.5..<3) + 9) < 3, "\(heard.loudness(1.5..<3)) dB")
        #expect(abs(heard.frequency(1.5..<3) - 440) < 30)
    }

    @Test func withoutAnInputTheTitleSaysSoAndTheRecordingGoesOn() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let path = try record(["--record-sound"], ["PULSE_SERVER": "unix:/nowhere"]) { viewfinder in
            try viewfinder.waitForTitle("what is missing") {
                $0.contains("the recording goes on without sound (there is no input); plug in a microphone")
            }
        }
        #expect(try streams(path)["video"] ?? 0 > 3.5)
    }

    @Test func nothingIsHeardUnasked() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let server = try SoundServer(.tone(440))
        #expect(try streams(try record([], server.environment)).keys.sorted() == ["video"])
    }
}
