import Foundation
import TestSupport
import Testing

/// Recordings whose sound comes from PipeWire, by its server for PulseAudio's clients.
struct PipeWireSoundTests {
    /// The things that take a microphone away in mid-recording.
    enum Loss: CaseIterable {
        case unplugged, pipeWireHangs, serverHangs, pipeWireKilled, serverKilled

        func happen(to server: PipeWireServer) throws {
            switch self {
            case .unplugged: try server.unplug()
            case .pipeWireHangs: server.freeze()
            case .serverHangs: server.freezeServer()
            case .pipeWireKilled: server.kill()
            case .serverKilled: server.killServer()
            }
        }
    }

    @Test(arguments: Loss.allCases) func aMicrophoneThatGoesCostsTheSoundAlone(_ loss: Loss) throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let server = try PipeWireServer()
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@30:NV12", "--record-sound"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil].merging(server.environment) { $1 })
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        func wait(until second: Int) throws {
            try viewfinder.waitForTitle("\(second) s") { title in
                title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0 >= second
            }
        }
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        try keyboard.tap("v")
        try wait(until: 2)
        try loss.happen(to: server)
        try wait(until: Standstill.isLong ? Int(Standstill.seconds) + 4 : 4)
        try keyboard.tap("v")
        let end = ContinuousClock.now
        try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
        #expect(ContinuousClock.now - end < .seconds(5), "\(loss)")
        let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Videos")
        let path = try #require(names.first.map { "\(home)/Videos/\($0)" })
        // Some pictures of the card's, one after the other, from before the loss and from after it.
        #expect(try RecordedFramesTests.numbers(in: path).count > 90)
        let sound = try MovieSound(of: path)
        #expect(sound.seconds > 3.5, "\(sound.seconds)")
        #expect(sound.loudness(1..<1.8) > -20, "\(sound.loudness(1..<1.8)) dB\n\(server.log)")
        #expect(sound.loudness(sound.seconds - 1..<sound.seconds) < -80)
    }
}
