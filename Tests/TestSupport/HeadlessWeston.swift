internal import Foundation

/// A weston of its own for a test, which shows each window on its whole output.
///
/// It runs inside a ``HeadlessSway`` of the same size and fills it: so key presses take the way through a real
/// compositor, which weston's headless backend does not offer, and a screenshot of sway is weston's output.
package final class HeadlessWeston: Sendable {
    private static let socket = "viewfinder-weston"

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
            $0.content == PixelRectangle(x: 0, y: 0, width: width, height: height) && $0.isFocused
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

    /// Takes a picture of the whole output.
    package func screenshot() throws -> Image { try sway.screenshot() }
}
