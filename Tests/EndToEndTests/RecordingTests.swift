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

    @Test func aFullDiskIsToldAndTheCameraGoesOn() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(atPath: home + "/Videos", withIntermediateDirectories: true)
        // A disk of its own, which nobody else sees and which goes with the program.
        let mount = "mount -t tmpfs -o size=16k none \"$HOME/Videos\" && exec \"$0\" \"$@\""
        let apart = getuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
        let environment: [String: String?] = ["HOME": home, "XDG_CONFIG_HOME": nil]
        let trial = try Program.run("unshare", apart + ["sh", "-c", mount, "true"], environment: environment)
        try Requirement.check(
            trial.end.status == .exited(0),
            "no file system can be mounted here, even in a name space of one's own\n\(trial.program.log)")
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12"],
            environment: environment, by: ["unshare"] + apart + ["sh", "-c", mount])
        try viewfinder.sway.resize(viewfinder.program, width: 640, height: 360)
        try VirtualKeyboard(viewfinder.sway).tap("v")
        try viewfinder.waitForTitle("the reason") {
            $0.contains("the disk is full: \(home)/Videos/viewfinder-") && !$0.contains("●")
        }
        let view = CardView(window: (640, 360))
        try viewfinder.frame(after: try viewfinder.frame(after: nil, view), view)
        let lines = viewfinder.program.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("make room and record again"), "\(lines)")
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
    }

    @Test func nothingIsHeardUnasked() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let server = try SoundServer(.tone(440))
        #expect(try streams(try record([], server.environment)).keys.sorted() == ["video"])
    }
}
