import Foundation
import Overlay
import TestSupport
import Testing

@testable import LiveViewOverlay
@testable import Viewfinder

/// The controls of a camera that another program changes: what is told, and the way back.
@Suite(.serialized) final class ForeignChangeTests {
    private let folder = NSTemporaryDirectory() + "foreign-\(UUID().uuidString)"
    private let sway: HeadlessSway
    private var values: String { folder + "/values" }

    init() throws {
        sway = try HeadlessSway()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data([128, 64] + [UInt8](repeating: 0, count: 4094)).write(to: URL(filePath: values))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func start(_ arguments: String...) throws -> Viewfinder {
        let camera = try PreloadedLibrary.environment("one-camera")
        let viewfinder = try Viewfinder(
            ["-vv"] + arguments, in: sway,
            environment: camera.merging([
                "VIEWFINDER_CAMERA": "streaming", "VIEWFINDER_CAMERA_CONTROLS": values,
                "XDG_CONFIG_HOME": folder,
            ]) { $1 }, showsOverlay: true)
        try sway.resize(viewfinder.program, width: 960, height: 600)
        try viewfinder.waitForTitle("the camera") { $0.hasPrefix("Test Camera") }
        // The controls are followed a second after the first picture, and what comes within another one may come from that.
        usleep(3_000_000)
        return viewfinder
    }

    /// Writes values of controls in the place of the camera's.
    private func change(_ numbers: [UInt8], from place: UInt64 = 0) throws {
        let file = try FileHandle(forUpdating: URL(filePath: values))
        try file.seek(toOffset: place)
        try file.write(contentsOf: Data(numbers))
        try file.close()
    }

    private func number(_ place: Int) -> UInt8? {
        FileManager.default.contents(atPath: values).map { $0[place] }
    }

    private func keep(_ viewfinder: Viewfinder, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] else { return }
        try viewfinder.screenshot().write(png: "\(folder)/foreign-\(name).png")
    }

    /// Presses a button as a hand does, with a picture of it before.
    private func press(_ place: (x: Int, y: Int), of viewfinder: Viewfinder, _ name: String) throws {
        let mouse = try VirtualPointer(sway)
        try mouse.move(toX: place.x - 1, y: place.y)
        usleep(300_000)
        try mouse.move(toX: place.x, y: place.y)
        usleep(300_000)
        try keep(viewfinder, name)
        try mouse.click()
        // The mouse stays until the press has been heard.
        usleep(300_000)
    }

    /// The middle of the button of the notice on the output, which the program places as it is placed here.
    private func button(_ words: String, _ window: PixelRectangle) throws -> (x: Int, y: Int) {
        let notice = Element.toast("notice", words, buttons: [.button("set-back", "Set back")])
        return try OverlayPlaces(window).middle(of: "set-back", in: notice, at: .notice)
    }

    @Test func aChangeIsToldAndAPressSetsItBack() throws {
        let viewfinder = try start()
        let window = try viewfinder.window.content
        try change([200, 99])
        let words = "Another program changed Brightness and 1 more"
        try viewfinder.waitForTitle("the sentence") { $0.contains(words) }
        usleep(300_000)
        try keep(viewfinder, "told")
        let place = try button(words, window)
        try press(place, of: viewfinder, "button")
        try eventually("the values of before", within: 10, found: { viewfinder.program.log }) {
            self.number(0) == 128 && self.number(1) == 64
        }
        try viewfinder.waitForTitle("the end") { $0.contains("what another program changed is set back") }
        // Setting back is no change of another program, and nothing of it is kept.
        usleep(1_500_000)
        #expect(try !viewfinder.window.title.contains("Another program"))
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
        let kept = FileManager.default.contents(atPath: folder + "/viewfinder/settings.json") ?? Data()
        #expect(!String(decoding: kept, as: UTF8.self).contains("controls"))
    }

    @Test func aResetIsUndoneByTheButtonOfItsWords() throws {
        let viewfinder = try start()
        let keyboard = try VirtualKeyboard(sway)
        try keyboard.tap("x")
        try viewfinder.waitForTitle("the key's sentence") { $0.contains("Brightness 140") }
        try keyboard.tap("d")
        try viewfinder.waitForTitle("the reset") { $0.contains("camera settings reset") }
        #expect(number(0) == 128 && number(1) == 128)
        let notice = Element.toast(
            "notice", "Camera settings reset", buttons: [.button(ViewerScreen.undoReset, ScreenWords.undo)])
        let place = try OverlayPlaces(try viewfinder.window.content)
            .middle(of: ViewerScreen.undoReset, in: notice, at: .notice)
        try press(place, of: viewfinder, "reset")
        try eventually("the values of before", within: 10, found: { viewfinder.program.log }) {
            self.number(0) == 140 && self.number(1) == 64
        }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
        // What was kept before is kept again, and nothing else.
        let kept = FileManager.default.contents(atPath: folder + "/viewfinder/settings.json") ?? Data()
        let text = String(decoding: kept, as: UTF8.self)
        #expect(text.contains("\"brightness\" : 140") && !text.contains("contrast"), "\(text)")
    }

    @Test func whatKeysPanelAndResetDoIsNotTold() throws {
        let viewfinder = try start("--no-settings")
        let keyboard = try VirtualKeyboard(sway)
        try keyboard.tap("x")
        try viewfinder.waitForTitle("the key's sentence") { $0.contains("Brightness 140") }
        #expect(number(0) == 140)
        try viewfinder.openPanel("controls", keyboard)
        try viewfinder.focus("control-contrast", keyboard)
        // A hundredth of the range.
        try keyboard.tap("Right")
        try eventually(
            "the slider's value", within: 10,
            found: { "\(self.number(1) ?? 0)\n\(viewfinder.program.log)" }
        ) {
            self.number(1) == 67
        }
        try viewfinder.press("resetControls", keyboard)
        try viewfinder.waitForTitle("the reset") { $0.contains("camera settings reset") }
        #expect(number(0) == 128 && number(1) == 128)
        usleep(1_500_000)
        #expect(!viewfinder.program.errors.contains("Another program"), "\(viewfinder.program.log)")
        // What another one does then is followed by the open panel, and told.
        let before = try viewfinder.screenshot()
        try change([30])
        try viewfinder.waitForTitle("the sentence") { $0.contains("Another program changed Brightness") }
        try eventually("the panel", within: 10, found: { viewfinder.program.log }) {
            let now = try viewfinder.screenshot()
            return (700..<940).contains { x in (60..<300).contains { y in before[x, y] != now[x, y] } }
        }
        try keep(viewfinder, "panel")
    }
}
