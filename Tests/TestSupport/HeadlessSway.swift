internal import Foundation

/// A sway of its own for a test, with an invisible output; it ends when the test releases it.
package final class HeadlessSway: Sendable {
    /// The environment in which a client finds this compositor.
    package let environment: [String: String?]
    /// The width of the output, in pixels.
    package let width: Int
    /// The height of the output, in pixels.
    package let height: Int
    private let script: Program
    private let logPath: String
    private let keyboard: Program

    /// Starts sway and waits until it answers.
    ///
    /// - Parameters:
    ///   - width: The output's width in pixels.
    ///   - height: The output's height in pixels.
    ///   - scale: The output's scale, for example 1.25.
    ///   - configuration: More lines of sway's configuration.
    /// - Throws: The answer of sway or the program, with its log.
    package init(
        width: Int = 1280, height: Int = 720, scale: Double = 1, configuration: [String] = []
    ) throws {
        try Requirement.programs("sway", "grim", "wtype", "setpriv")
        self.width = width
        self.height = height
        logPath = NSTemporaryDirectory() + "viewfinder-sway-\(UUID().uuidString).log"
        let script = try Program(
            Repository.path("scripts/headless-sway"),
            ["--size", "\(width)x\(height)", "--scale", "\(scale)", "--log", logPath]
                + configuration.flatMap { ["--config", $0] },
            keepsInputOpen: true)
        self.script = script
        let lines = try eventually("sway", within: 60, found: { script.log }) { () throws -> [Substring]? in
            guard script.isRunning else {
                throw WaitedInVain("sway did not start\n\(script.log)")
            }
            let text = script.output
            return text.hasSuffix("\n\n") ? text.split(separator: "\n") : nil
        }
        var environment: [String: String?] = [:]
        for line in lines {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { environment[parts[0]] = parts[1] }
        }
        self.environment = environment
        // Without a keyboard at rest, each `wtype` would add and take away the seat's only one, and a client that is
        // slow to bind it would miss the key.
        keyboard = try Program("wtype", ["-s", "1000000000", "-k", "F24"], environment: environment)
        try eventually("a keyboard in sway", found: { self.log }) {
            try self.seatCapabilities() == 2
        }
    }

    deinit { stop() }

    /// The number of sway's process.
    package var identifier: Int32 { Int32(environment["SWAY_PID"].flatMap { $0 } ?? "") ?? -1 }

    /// The Wayland socket's full path.
    package var socketPath: String {
        "\((environment["XDG_RUNTIME_DIR"] ?? "") ?? "")/\((environment["WAYLAND_DISPLAY"] ?? "") ?? "")"
    }

    /// Takes away the keyboard that is there from the start, until the end.
    package func unplugKeyboard() { keyboard.kill() }

    /// Ends sway and everything in its runtime folder.
    package func stop() {
        keyboard.kill()
        script.closeInput()
        _ = try? script.wait(within: 10)
        script.kill()
        try? FileManager.default.removeItem(atPath: logPath)
    }

    /// The log of sway so far.
    package var log: String {
        String(decoding: FileManager.default.contents(atPath: logPath) ?? Data(), as: UTF8.self)
    }

    /// Runs one sway command.
    ///
    /// - Parameter text: The command as in sway(5), for example `workspace 2`.
    /// - Throws: The answer of sway, with its log, or the error on its socket.
    package func command(_ text: String) throws {
        struct Answer: Decodable {
            let success: Bool
            let error: String?
        }
        let answers = try JSONDecoder().decode([Answer].self, from: answer(to: .command, text))
        if let refusal = answers.first(where: { !$0.success }) {
            throw WaitedInVain("sway refused: \(text)\n\(refusal.error ?? "")\n\(log)")
        }
    }

    /// Lists every window that there is now.
    package func windows() throws -> [SwayWindow] {
        try JSONDecoder().decode(SwayNode.self, from: answer(to: .tree)).windows
    }

    /// The sum of what the first seat can do now: 1 for a pointer, 2 for a keyboard (`wl_seat.capability`).
    func seatCapabilities() throws -> Int? {
        struct Seat: Decodable { let capabilities: Int }
        return try JSONDecoder().decode([Seat].self, from: answer(to: .seats)).first?.capabilities
    }

    /// The kinds of messages to sway, by their numbers in sway-ipc(7).
    private enum Message: UInt32 {
        case command = 0
        case tree = 4
        case seats = 101
    }

    /// Sends a message to sway's own socket and waits for the answer, in JSON.
    private func answer(to message: Message, _ text: String = "") throws -> Data {
        let name = "i3-ipc"
        let socket = try LocalSocket((environment["SWAYSOCK"] ?? "") ?? "")
        let words = [UInt32(text.utf8.count), message.rawValue]
        try socket.send(name.utf8 + words.withUnsafeBytes(Array.init) + text.utf8)
        let length = try socket.receive(name.utf8.count + 8).dropFirst(name.utf8.count).prefix(4)
            .reversed().reduce(0) { $0 << 8 | Int($1) }
        return try Data(socket.receive(length))
    }

    /// Presses and releases keys through a virtual keyboard.
    ///
    /// - Parameter arguments: The arguments as in wtype(1): `c`, or `-k F11`, or `-M ctrl w -m ctrl`.
    /// - Throws: The answer of sway or the program, with its log.
    package func type(_ arguments: String...) throws { try type(arguments) }

    /// Presses and releases keys, with the arguments of wtype(1) in an array.
    package func type(_ arguments: [String]) throws {
        let (program, end) = try Program.run("wtype", arguments, environment: environment)
        guard end.status == .exited(0) else { throw WaitedInVain(program.log) }
    }

    /// Takes a picture of the output, or of a part of it.
    ///
    /// - Parameter part: The part in logical pixels of the output.
    /// - Throws: The answer of sway or the program, with its log.
    /// - Returns: The picture in the output's real pixels.
    package func screenshot(of part: PixelRectangle? = nil) throws -> Image {
        let area = part.map { ["-g", "\($0.x),\($0.y) \($0.width)x\($0.height)"] } ?? []
        let (program, end) = try Program.run(
            "grim", ["-t", "ppm"] + area + ["-"], environment: environment)
        guard end.status == .exited(0) else { throw WaitedInVain("\(program.log)\n\(log)") }
        return try Image(ppm: program.outputBytes)
    }

    /// Lists the interfaces that sway offers.
    ///
    /// - Throws: The error on the socket.
    package func globals() throws -> [String] { try WireConnection(socket: socketPath).interfaces() }
}
