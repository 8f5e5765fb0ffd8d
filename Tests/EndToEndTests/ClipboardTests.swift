import Foundation
import TestSupport
import Testing

/// The picture that is copied to the clipboard, as another program gets it.
@Suite(.serialized) struct ClipboardTests {
    @Test func thePictureOnTheClipboardIsTheOneThatWouldBeSaved() throws {
        let home = NSTemporaryDirectory() + "copied-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12", "--mirror", "--filter", "sepia-tone-filter"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil], showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 800, height: 500)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        try keyboard.tap("space")
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the picture") { $0.contains("saved viewfinder-") }
        try keyboard.tap("c", .control)
        try viewfinder.waitForTitle("the copy") { $0.contains("The picture is on the clipboard") }
        let target = try DropTarget(viewfinder.sway, x: 1060, y: 40)
        let picture = Data(try target.copied("image/png"))
        let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Pictures")
        #expect(names.count == 1)
        let saved = try Data(contentsOf: URL(fileURLWithPath: "\(home)/Pictures/\(names[0])"))
        #expect(picture == saved && !saved.isEmpty)
        let address = String(decoding: try target.copied("text/uri-list"), as: UTF8.self)
        let file = try #require(URL(string: String(address.dropLast())))
        #expect(address.hasSuffix(".png\r\n") && !file.path.hasPrefix(home), "\(address)")
        #expect(try Data(contentsOf: file) == saved)
    }
}
