internal import Foundation
internal import Glibc

/// A PipeWire of a test's own with its server for PulseAudio's clients, without a card; it ends when the test releases it.
///
/// Its input is a node that plays a tone.
package final class PipeWireServer {
    /// The environment in which a program finds the server by PulseAudio's protocol.
    package let environment: [String: String?]
    private let folder: String
    private let bus: BusOfTests
    private let pipeWire: Program
    private let manager: Program
    private let server: Program
    private let input: Program

    /// Starts it, and waits until the tone is the default input.
    ///
    /// - Throws: The error of the program that did not start, with its log.
    package init() throws {
        try Requirement.programs("pipewire", "wireplumber", "pipewire-pulse", "pw-cli", "pactl")
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
        environment = ["PULSE_SERVER": "unix:\(folder)/pulse/native", "PULSE_COOKIE": "\(folder)/cookie"]
        let pipeWire = try Program("pipewire", environment: own)
        self.pipeWire = pipeWire
        try eventually("PipeWire", within: 60, found: { pipeWire.log }) {
            FileManager.default.fileExists(atPath: folder + "/pipewire-0")
        }
        manager = try Program("wireplumber", environment: own)
        server = try Program("pipewire-pulse", environment: own)
        // The node is there as long as the program that has made it.
        input = try Program(
            "pw-cli",
            [
                "-m", "create-node", "adapter",
                "{ factory.name=audiotestsrc library.name=audiotestsrc/libspa-audiotestsrc media.class=Audio/Source "
                    + "node.name=tone audio.position=[FL,FR] }",
            ], environment: own)
        try eventually("the tone", within: 60, found: { self.log }) {
            try Program.run("pactl", ["info"], environment: environment).program.output
                .contains("Default Source: tone\n")
        }
    }

    deinit {
        for program in [input, server, manager, pipeWire] { program.kill() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What its programs have written.
    package var log: String { [pipeWire, manager, server, input].map(\.log).joined(separator: "\n") }

    /// Takes away the input.
    package func unplug() { input.kill() }

    /// Stops PipeWire in the midst of its work; the server for PulseAudio's clients goes on.
    package func freeze() { pipeWire.signal(SIGSTOP) }

    /// Stops the server for PulseAudio's clients in the midst of its work.
    package func freezeServer() { server.signal(SIGSTOP) }

    /// Ends PipeWire at once.
    package func kill() { pipeWire.kill() }

    /// Ends the server for PulseAudio's clients at once.
    package func killServer() { server.kill() }
}
