internal import Foundation

/// A weston of its own for a test, which shows each window on its whole output.
///
/// More outputs can come and go beside the first. It runs inside a ``HeadlessSway`` of the same size and fills it: so key presses take the way through a real
/// compositor, which weston's headless backend does not offer, and a screenshot of sway is weston's output.
package final class HeadlessWeston: Sendable {
    private static let socket = "viewfinder-weston"
    private static let secondOutput = "HEADLESS-2"

    /// The compositor around it.
    package let sway: HeadlessSway
    /// The environment in which a client finds weston.
    package let environment: [String: String?]
    private let weston: Program

    /// Starts weston and waits until it shows its empty output.
    ///
    /// - Parameters:
    ///   - width: The output's width in pixels.
    ///   - height: The output's height in pixels.
    /// - Throws: The error of the program that did not start, with its log.
    package init(width: Int = 1280, height: Int = 720) throws {
        try Requirement.programs("weston")
        let sway = try HeadlessSway(width: width, height: height)
        self.sway = sway
        let weston = try Program(
            "weston",
            [
                "--backend=wayland-backend.so", "--use-pixman", "--sprawl", "--shell=kiosk-shell.so",
                "--no-config",
                "--idle-time=0", "--socket=\(Self.socket)",
            ], environment: sway.environment)
        self.weston = weston
        var environment = sway.environment
        environment["WAYLAND_DISPLAY"] = Self.socket
        self.environment = environment
        try sway.window(of: weston, "weston's output", within: 60) {
            try Self.place($0, at: 0, in: sway) && $0.isFocused
        }
    }

    deinit { stop() }

    /// The number of weston's process.
    package var identifier: Int32 { weston.identifier }

    /// Ends weston and the sway around it.
    package func stop() {
        weston.stop()
        sway.stop()
    }

    /// The log of weston so far.
    package var log: String { weston.log }

    /// Presses and releases keys; see ``HeadlessSway/type(_:)``.
    package func type(_ arguments: String...) throws { try sway.type(arguments) }

    /// Takes a picture of the first output.
    package func screenshot() throws -> Image {
        try sway.screenshot(of: PixelRectangle(x: 0, y: 0, width: sway.width, height: sway.height))
    }

    /// Adds a second output of the same size, on the right of the first: weston makes one of each of sway's (`--sprawl`).
    ///
    /// - Throws: ``WaitedInVain`` where weston does not show it.
    package func addOutput() throws {
        try sway.command(
            "output \(Self.secondOutput) resolution --custom \(sway.width)x\(sway.height)@60Hz position \(sway.width) 0"
        )
        let before = Set(try windows().map(\.identifier))
        try sway.command("create_output")
        try eventually("weston's second output", within: 30, found: { self.weston.log }) {
            guard let window = try windows().first(where: { !before.contains($0.identifier) }) else {
                return false
            }
            return try Self.place(window, at: sway.width, in: sway)
        }
    }

    /// Places weston's window where its output begins at a column of sway's screen, and tells whether it is there.
    ///
    /// Newer releases of weston draw a frame around it, which goes over the screen's edges, but not over another window.
    private static func place(_ window: SwayWindow, at x: Int, in sway: HeadlessSway) throws -> Bool {
        let frame = (width: window.content.width - sway.width, height: window.content.height - sway.height)
        guard frame.width >= 0, frame.height >= frame.width / 2 else { return false }
        let (left, top) = (x == 0 ? -frame.width / 2 : x, frame.width / 2 - frame.height)
        if window.content.x == left, window.content.y == top { return true }
        _ = try? sway.command("[con_id=\(window.identifier)] move absolute position \(left) px \(top) px")
        return false
    }

    /// Takes an output away: weston does that when its window is closed.
    ///
    /// - Parameter number: The output's number from the left, from zero.
    /// - Throws: ``WaitedInVain`` where it stays.
    package func removeOutput(_ number: Int) throws {
        let before = try windows().sorted { $0.content.x < $1.content.x }
        guard before.indices.contains(number) else {
            throw WaitedInVain("weston has no output \(number)\n\(weston.log)")
        }
        try sway.command("[con_id=\(before[number].identifier)] kill")
        try eventually("the end of weston's output", within: 30, found: { self.weston.log }) {
            try windows().count == before.count - 1
        }
    }

    /// Lists weston's windows in sway, one for each of its outputs.
    private func windows() throws -> [SwayWindow] {
        try sway.windows().filter { $0.process == weston.identifier }
    }
}
