internal import Foundation
internal import Glibc

/// A sound server of its own for a test, without a card; it ends when the test releases it.
package final class SoundServer {
    /// The sound of its default input.
    package enum Input: Sendable {
        /// No input at all.
        case none
        /// A tone of this frequency in Hz, without an end.
        case tone(Int)
        /// A tone that rises: its frequency in Hz at the beginning, and the number of Hz that come each second.
        case risingTone(Int, by: Int)
    }

    /// The environment in which a program finds it.
    package let environment: [String: String?]
    private let folder: String
    private let server: Program
    private var player: Program?

    /// Starts the server, and the module that plays into its input.
    ///
    /// - Parameter input: The sound of the default input.
    /// - Throws: The error of the program that did not start, with its log.
    package init(_ input: Input) throws {
        try Requirement.programs("pulseaudio", "pacat", "pactl")
        folder = NSTemporaryDirectory() + "viewfinder-sound-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        environment = [
            "PULSE_SERVER": "unix:\(folder)/socket", "PULSE_COOKIE": "\(folder)/cookie",
        ]
        let own: [String: String?] = [
            "HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder, "PULSE_SERVER": nil,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
        ]
        var modules = ["module-native-protocol-unix socket=\(folder)/socket auth-anonymous=1"]
        // The sound that is played into it comes out of its monitor, the only input. A sink that could take sound back
        // would work two seconds ahead.
        switch input {
        case .none: break
        case .tone, .risingTone: modules.append("module-null-sink rate=48000 channels=2 norewinds=1")
        }
        let server = try Program(
            "pulseaudio",
            ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=error"]
                + modules.flatMap { ["-L", $0] }, environment: own)
        self.server = server
        try eventually("the sound server", within: 20, found: { server.log }) {
            try Program.run("pactl", ["info"], environment: environment).end.status == .exited(0)
        }
        if case .none = input { return }
        try play(input)
    }

    deinit { kill() }

    /// Ends the server, which takes leave of its clients.
    package func stop() {
        server.stop()
        kill()
    }

    /// Ends the server at once.
    package func kill() {
        player?.kill()
        server.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Stops the server in the midst of its work: it keeps its connections, and does not answer on them any more.
    package func freeze() { server.signal(SIGSTOP) }

    /// The server's process.
    package var identifier: Int32 { server.identifier }

    /// Lets it go on.
    package func thaw() { server.signal(SIGCONT) }

    /// Takes away the only input.
    ///
    /// - Throws: The server's answer.
    package func unplug() throws {
        let (program, end) = try Program.run(
            "pactl", ["unload-module", "module-null-sink"], environment: environment)
        guard end.status == .exited(0) else { throw WaitedInVain("the input did not go\n\(program.log)") }
    }

    /// Writes two minutes of an input's sound as numbers of 16 bits, 48,000 in a second.
    static func write(_ input: Input, to path: String) throws {
        let (frequency, rise) =
            switch input {
            case .none: (0, 0)
            case .tone(let frequency): (frequency, 0)
            case .risingTone(let frequency, let rise): (frequency, rise)
            }
        let samples = (0..<48000 * 120).map { number -> Int16 in
            let seconds = Double(number) / 48000
            return Int16(16000 * sin((Double(frequency) + Double(rise) / 2 * seconds) * seconds * 2 * .pi))
        }
        try samples.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: path))
    }

    /// Plays such a file into an output of a server, or its default output.
    static func play(_ path: String, into output: String? = nil, _ environment: [String: String?]) throws
        -> Program
    {
        try Program(
            "pacat",
            ["--raw", "--format=s16le", "--rate=48000", "--channels=1"]
                + (output.map { ["--device=\($0)"] } ?? []) + [path],
            environment: environment)
    }

    private func play(_ input: Input) throws {
        let path = folder + "/tone"
        try Self.write(input, to: path)
        player = try Self.play(path, environment)
        try eventually("the tone", within: 20, found: { self.player?.log ?? "" }) {
            try Program.run("pactl", ["list", "short", "sink-inputs"], environment: environment).program
                .output
                .contains("\t")
        }
    }
}
