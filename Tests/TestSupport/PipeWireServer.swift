internal import Foundation
internal import Glibc

/// A PipeWire of a test's own with its server for PulseAudio's clients, without a card; it ends when the test releases it.
///
/// Its input repeats what a program plays: a tone.
package final class PipeWireServer {
    /// The environment in which a program finds the server by PulseAudio's protocol.
    package let environment: [String: String?]
    private let folder: String
    private let bus: BusOfTests
    private let pipeWire: Program
    private let manager: Program
    private let server: Program
    private let player: Program

    /// Starts it, and waits until the tone is the default input.
    ///
    /// - Throws: The error of the program that did not start, with its log.
    package init() throws {
        try Requirement.programs("pipewire", "wireplumber", "pipewire-pulse", "pacat", "pactl")
        // Short, since it is the beginning of a socket's path.
        let folder = NSTemporaryDirectory() + "viewfinder-pipewire-\(UUID().uuidString.prefix(8))"
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        bus = try BusOfTests()
        let own = bus.environment(home: folder).merging([
            "XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder, "PIPEWIRE_RUNTIME_DIR": nil,
            "PIPEWIRE_REMOTE": nil, "PULSE_SERVER": nil, "PULSE_RUNTIME_PATH": nil,
        ]) { $1 }
        let environment: [String: String?] = [
            "PULSE_SERVER": "unix:\(folder)/pulse/native", "PULSE_COOKIE": "\(folder)/cookie",
        ]
        self.environment = environment
        let pipeWire = try Program("pipewire", environment: own)
        self.pipeWire = pipeWire
        try eventually("PipeWire", within: 60, found: { pipeWire.log }) {
            FileManager.default.fileExists(atPath: folder + "/pipewire-0")
        }
        manager = try Program("wireplumber", environment: own)
        let server = try Program("pipewire-pulse", environment: own)
        self.server = server
        // PipeWire's own source of tones falls silent where it has no buffer for once.
        for module in ["null-sink sink_name=player", "remap-source master=player.monitor source_name=tone"] {
            let words = "load-module module-\(module)".split(separator: " ").map(String.init)
            try eventually(module, within: 60, found: { server.log }) { try Self.control(words, environment) }
        }
        let tone = folder + "/tone"
        try SoundServer.write(.tone(440), to: tone)
        player = try SoundServer.play(tone, into: "player", environment)
        try eventually("the tone", within: 60, found: { self.log }) {
            guard try Self.control(["set-default-source", "tone"], environment) else { return false }
            let streams = try Program.run(
                "pactl", ["list", "short", "sink-inputs"], environment: environment)
            let info = try Program.run("pactl", ["info"], environment: environment)
            return streams.program.output.contains("\t")
                && info.program.output.contains("Default Source: tone\n")
        }
    }

    deinit {
        for program in [player, server, manager, pipeWire] { program.kill() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What its programs have written.
    package var log: String { [pipeWire, manager, server, player].map(\.log).joined(separator: "\n") }

    /// Takes away the input.
    ///
    /// - Throws: The error of the program that takes it away.
    package func unplug() throws {
        guard try Self.control(["unload-module", "module-remap-source"], environment) else {
            throw WaitedInVain("the input did not go\n\(log)")
        }
        player.kill()
    }

    /// Stops PipeWire in the midst of its work; the server for PulseAudio's clients goes on.
    package func freeze() { pipeWire.signal(SIGSTOP) }

    /// Stops the server for PulseAudio's clients in the midst of its work.
    package func freezeServer() { server.signal(SIGSTOP) }

    /// Ends PipeWire at once.
    package func kill() {
        Standstill.beforeEnd(of: pipeWire.identifier)
        pipeWire.kill()
    }

    /// Ends the server for PulseAudio's clients at once.
    package func killServer() {
        Standstill.beforeEnd(of: server.identifier)
        server.kill()
    }

    private static func control(_ words: [String], _ environment: [String: String?]) throws -> Bool {
        try Program.run("pactl", words, environment: environment).end.status == .exited(0)
    }
}
