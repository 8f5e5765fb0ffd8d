internal import Foundation

/// A weston without a screen, which takes pictures once a refresh of about 60 Hz and tells when it has shown them.
///
/// It takes no typing and gives no pictures of itself; see ``HeadlessWeston`` for that.
package final class PacedWeston: Sendable {
    private static let socket = "viewfinder-paced"

    /// The environment in which a client finds weston.
    package let environment: [String: String?]
    private let folder: String
    private let weston: Program

    /// Starts weston and waits until it can be reached.
    ///
    /// - Parameters:
    ///   - width: The output's width in pixels.
    ///   - height: The output's height in pixels.
    /// - Throws: The error of the program that did not start, with its log.
    package init(width: Int = 1280, height: Int = 720) throws {
        try Requirement.programs("weston")
        let folder = NSTemporaryDirectory() + "viewfinder-weston-\(UUID().uuidString.prefix(8))"
        self.folder = folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // With the usual 7 ms, a headless weston needs a refresh and a half for each picture.
        try "[core]\nrepaint-window=16\nidle-time=0\n".write(
            toFile: "\(folder)/weston.ini", atomically: false, encoding: .utf8)
        environment = ["XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": Self.socket]
        let weston = try Program(
            "weston",
            [
                "--backend=headless-backend.so", "--config=\(folder)/weston.ini", "--socket=\(Self.socket)",
                "--width=\(width)", "--height=\(height)",
            ], environment: environment)
        self.weston = weston
        try eventually("weston's socket", within: 60, found: { weston.log }) {
            FileManager.default.fileExists(atPath: "\(folder)/\(Self.socket)")
        }
    }

    deinit {
        weston.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
