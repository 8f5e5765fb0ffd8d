import Foundation
import TestSupport
import Testing

/// The look of what lies over the picture, by the settings of the desktop that runs.
@Suite(.serialized) struct PortalTests {
    @Test func coloursAndButtonsFollowTheDesktopWhileTheProgramRuns() throws {
        let sway = try HeadlessSway()
        let portal = try DesktopPortal(in: sway.environment)
        let folder = NSTemporaryDirectory() + "portal-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder + "/viewfinder", withIntermediateDirectories: true)
        try "{\"header\": true}".write(
            toFile: folder + "/viewfinder/settings.json", atomically: true, encoding: .utf8)
        try portal.set("org.gnome.desktop.interface color-scheme", to: "prefer-dark")
        try portal.set("org.gnome.desktop.wm.preferences button-layout", to: "icon:close")
        let keyboard = try VirtualKeyboard(sway)
        let viewfinder = try Viewfinder(
            ["-vv", "--source", "test:640x360@30:NV12"], in: sway,
            environment: portal.environment.merging(["XDG_CONFIG_HOME": folder]) { $1 }, showsOverlay: true)
        try sway.resize(viewfinder.program, width: 960, height: 600)
        try viewfinder.openPanel("keys", keyboard)
        func wait(_ what: String, where condition: (Image) -> Bool) throws {
            var last: Image?
            defer { keep(last, what) }
            try eventually(what, within: 20, found: { "\(viewfinder.program.log)\n\(portal.log)" }) {
                let image = try viewfinder.screenshot()
                last = image
                return image.width == 960 && condition(image)
            }
        }
        try wait("dark, with a button on the right") { !isPanelLight($0) && hasButton($0, at: 960 - 20) }
        try portal.set("org.gnome.desktop.interface color-scheme", to: "prefer-light")
        try wait("light, with a button on the right") { isPanelLight($0) }
        try portal.set("org.gnome.desktop.interface color-scheme", to: "default")
        try wait("dark again") { !isPanelLight($0) && hasButton($0, at: 960 - 20) }
        try portal.set("org.gnome.desktop.wm.preferences button-layout", to: "close:")
        try wait("dark, with a button on the left") { hasButton($0, at: 20) && !hasButton($0, at: 960 - 20) }
    }

    /// Keeps a picture for those who want to look at it.
    private func keep(_ image: Image?, _ name: String) {
        guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] else { return }
        try? image?.write(png: "\(folder)/portal-\(name.replacingOccurrences(of: " ", with: "-")).png")
    }

    /// Tells whether most of the panel at the right side is light.
    private func isPanelLight(_ image: Image) -> Bool {
        let ground = image.cropped(to: PixelRectangle(x: 700, y: 100, width: 200, height: 300)).pixels
        return ground.count { $0 > 150 } > ground.count / 2
    }

    /// Tells whether a button's cross is in the header around a column.
    private func hasButton(_ image: Image, at column: Int) -> Bool {
        let part = PixelRectangle(x: column - 8, y: 12, width: 16, height: 16)
        return image.cropped(to: part).pixels.contains { $0 > 230 }
    }
}
