import Foundation
import TestSupport
import Testing

/// The panels of modes, of the colour and of information: of a camera with some modes, whose bus has no room for the largest.
@Suite(.serialized) final class PanelTests {
    private let folder = NSTemporaryDirectory() + "panels-\(UUID().uuidString)"
    private let sway: HeadlessSway
    private let keyboard: VirtualKeyboard

    init() throws {
        sway = try HeadlessSway()
        keyboard = try VirtualKeyboard(sway)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func start(
        _ arguments: String..., environment: [String: String?] = [:]
    ) throws -> Viewfinder {
        let camera = try PreloadedLibrary.environment("one-camera")
        let viewfinder = try Viewfinder(
            ["-vv"] + arguments, in: sway,
            environment: camera.merging(
                ["VIEWFINDER_CAMERA": "streaming", "XDG_CONFIG_HOME": folder]
            ) { $1 }.merging(environment) { $1 }, showsOverlay: true)
        try sway.resize(viewfinder.program, width: 960, height: 600)
        try viewfinder.waitForTitle("the camera") { $0.hasPrefix("Test Camera") }
        return viewfinder
    }

    private func keep(_ viewfinder: Viewfinder, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] else { return }
        usleep(700_000)
        try viewfinder.screenshot().write(png: "\(folder)/panel-\(name).png")
    }

    private func waitForMode(_ words: String, _ viewfinder: Viewfinder) throws {
        try viewfinder.waitForTitle("\(words)") { $0.contains(words) }
    }

    /// What is kept of the camera.
    private func settings() throws -> [String: Any]? {
        guard let text = FileManager.default.contents(atPath: folder + "/viewfinder/settings.json") else {
            return nil
        }
        let content = try JSONSerialization.jsonObject(with: text) as? [String: Any]
        return (content?["cameras"] as? [String: Any])?["platform:test"] as? [String: Any]
    }

    private func quit(_ viewfinder: Viewfinder) throws {
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }

    @Test func aModeIsSetByAPressKeptAndLeftToTheCameraAgain() throws {
        let first = try start()
        try keyboard.tap("i")
        try waitForMode("NV12, 640×480", first)
        try first.openPanel("modes", keyboard)
        try keep(first, "modes")
        try first.press("mode-size=320x240", keyboard)
        try waitForMode("YUYV, 320×240", first)
        try first.press("mode-rate=60", keyboard)
        try eventually("the file", within: 10, found: { first.program.log }) {
            let mode = try self.settings()?["mode"] as? [String: String]
            return mode == ["size": "320x240", "rate": "60"]
        }
        try keep(first, "modes-chosen")
        try quit(first)
        // The command line comes first, and is not kept.
        let second = try start("--size", "640x480")
        try keyboard.tap("i")
        try waitForMode("NV12, 640×480", second)
        try quit(second)
        let third = try start()
        try keyboard.tap("i")
        try waitForMode("YUYV, 320×240", third)
        try third.openPanel("modes", keyboard)
        try third.press("mode-automatic", keyboard)
        try waitForMode("NV12, 640×480", third)
        try quit(third)
        #expect(try settings()?["mode"] == nil)
    }

    @Test func whatIsSetOfACameraIsKeptHoweverTheCommandLineNamesIt() throws {
        let first = try start("--source", "/dev/video99")
        try keyboard.tap("i")
        try waitForMode("NV12, 640×480", first)
        try keyboard.tap("h")
        try first.openPanel("modes", keyboard)
        try first.press("mode-size=320x240", keyboard)
        try waitForMode("YUYV, 320×240", first)
        try eventually("the file", within: 10, found: { first.program.log }) {
            let settings = try self.settings()
            return settings?["mode"] as? [String: String] == ["size": "320x240"]
                && settings?["mirror"] as? Bool == true
        }
        try quit(first)
        let second = try start("--source", "/dev/video99")
        try keyboard.tap("i")
        try waitForMode("YUYV, 320×240", second)
        // It is mirrored from the start, so this is the way back.
        try keyboard.tap("h")
        try eventually("the file", within: 10, found: { second.program.log }) {
            try self.settings()?["mirror"] as? Bool == false
        }
        try quit(second)
        // The command line comes first, and what is chosen beside it is kept alone.
        let third = try start("--source", "Test Camera", "--size", "640x480", "--format", "YUYV")
        try keyboard.tap("i")
        try waitForMode("YUYV, 640×480", third)
        try third.openPanel("modes", keyboard)
        try third.press("mode-rate=15", keyboard)
        try eventually("the file", within: 10, found: { third.program.log }) {
            try self.settings()?["mode"] as? [String: String] == ["rate": "15"]
        }
        try third.press("mode-size=320x240", keyboard)
        try eventually("the file", within: 10, found: { third.program.log }) {
            try self.settings()?["mode"] as? [String: String] == ["size": "320x240"]
        }
        try quit(third)
        let fourth = try start("--source", "1")
        try keyboard.tap("i")
        try waitForMode("YUYV, 320×240", fourth)
        try quit(fourth)
    }

    @Test func aModeThatIsRefusedLeavesTheOldOneAndSaysWhy() throws {
        let viewfinder = try start("--no-settings")
        try keyboard.tap("i")
        try waitForMode("NV12, 640×480", viewfinder)
        try viewfinder.openPanel("modes", keyboard)
        try viewfinder.press("mode-size=1280x720", keyboard)
        try viewfinder.waitForTitle("the reason") {
            $0.contains("the USB bus has no room for Test Camera at YUYV 1280x720 at 10 fps")
        }
        try keep(viewfinder, "modes-refused")
        // What goes on can be changed again.
        try waitForMode("NV12, 640×480", viewfinder)
        // YUYV, as V4L2 counts.
        try viewfinder.press("mode-format=\(0x5659_5559)", keyboard)
        try waitForMode("YUYV, 640×480", viewfinder)
        try quit(viewfinder)
        #expect(try settings() == nil)
    }

    @Test func aSecondChoiceTakesThePlaceOfOneThatIsNotDone() throws {
        let viewfinder = try start("--no-settings")
        try keyboard.tap("i")
        try viewfinder.openPanel("modes", keyboard)
        for size in ["320x240", "640x480", "320x240"] { try viewfinder.press("mode-size=\(size)", keyboard) }
        try waitForMode("YUYV, 320×240", viewfinder)
        usleep(500_000)
        try waitForMode("YUYV, 320×240", viewfinder)
        try viewfinder.press("mode-automatic", keyboard)
        try waitForMode("NV12, 640×480", viewfinder)
        try quit(viewfinder)
    }

    @Test func aKeptModeThatTheCameraHasNoMoreIsLeftOut() throws {
        let path = folder + "/viewfinder"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try #"{"cameras": {"platform:test": {"mode": {"format": "MJPG"}, "color": "full"}}}"#
            .write(toFile: path + "/settings.json", atomically: true, encoding: .utf8)
        let viewfinder = try start()
        try keyboard.tap("i")
        try waitForMode("NV12, 640×480", viewfinder)
        try viewfinder.openPanel("color", keyboard)
        try viewfinder.press("color-range=automatic", keyboard)
        try eventually("the file", within: 10) { try self.settings()?["color"] == nil }
        try waitForMode("NV12, 640×480", viewfinder)
        try quit(viewfinder)
        #expect(try settings()?["mode"] as? [String: String] == ["format": "MJPG"])
    }

    @Test func theRangeOfTheColourIsSetByThePointerAndKept() throws {
        let first = try start()
        let window = try first.window.content
        let grey = { (value: UInt8) in Color(value, value, value) }
        func waitForPicture(_ color: Color, _ viewfinder: Viewfinder) throws {
            try eventually("\(color)", found: { viewfinder.program.log }) {
                try viewfinder.screenshot()[300, 300].distance(to: color) <= 1
            }
        }
        try waitForPicture(grey(255), first)
        try first.openPanel("color", keyboard)
        try keep(first, "color")
        let row = try first.focus("color-range=full", keyboard)
        let mouse = try VirtualPointer(sway)
        try mouse.move(toX: window.x + row.x, y: window.y + row.y)
        usleep(300_000)
        try mouse.click()
        try waitForPicture(grey(235), first)
        try keep(first, "color-chosen")
        try first.press("color-matrix=bt709", keyboard)
        try eventually("the file", within: 10) { try self.settings()?["color"] as? String == "709-full" }
        try quit(first)
        let second = try start()
        try waitForPicture(grey(235), second)
        try second.openPanel("color", keyboard)
        try second.press("color-range=automatic", keyboard)
        try waitForPicture(grey(255), second)
        try quit(second)
        #expect(try settings()?["color"] as? String == "709")
    }

    @Test func aTextOfTheCameraIsTypedRefusedAndKept() throws {
        let values = folder + "/values"
        func text() -> String {
            let bytes = FileManager.default.contents(atPath: values) ?? Data()
            return String(decoding: bytes.dropFirst(64).prefix { $0 != 0 }, as: UTF8.self)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data([128, 64] + [UInt8](repeating: 0, count: 4094)).write(to: URL(filePath: values))
        let viewfinder = try start(environment: ["VIEWFINDER_CAMERA_CONTROLS": values])
        try viewfinder.openPanel("controls", keyboard)
        try viewfinder.focus("control-words", keyboard)
        try keyboard.type("door m")
        try keep(viewfinder, "text")
        try keyboard.tap("Return")
        try eventually("the text", within: 10, found: { viewfinder.program.log }) { text() == "door m" }
        // Keys of the program are words here, until the field is left.
        try keyboard.type("irrors")
        try keyboard.tap("Tab")
        try viewfinder.waitForTitle("the reason") { $0.contains("words cannot be 'door mirrors'") }
        try keep(viewfinder, "text-refused")
        #expect(text() == "door m")
        try quit(viewfinder)
        #expect(try settings()?["controls"] as? [String: String] == ["words": "door m"])
        #expect(try settings()?["mirror"] == nil)
    }

    @Test func picturesGoToTheFolderThatHoldsAndAMissingPortalSaysWhy() throws {
        let path = folder + "/viewfinder"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try #"{"folders": {"pictures": "\#(folder)/chosen", "videos": "/v"}}"#
            .write(toFile: path + "/settings.json", atomically: true, encoding: .utf8)
        let viewfinder = try start(environment: ["HOME": folder])
        func photograph(_ name: String) throws {
            try keyboard.tap("p")
            try eventually("a picture in \(name)", within: 10, found: { viewfinder.program.log }) {
                try FileManager.default.contentsOfDirectory(atPath: self.folder).contains(name)
                    && FileManager.default.contentsOfDirectory(atPath: "\(self.folder)/\(name)").contains {
                        $0.hasPrefix("viewfinder-") && $0.hasSuffix(".png")
                    }
            }
        }
        try photograph("chosen")
        try viewfinder.openPanel("folders", keyboard)
        try keep(viewfinder, "folders")
        try viewfinder.press("folder-choose=videos", keyboard)
        try viewfinder.waitForTitle("the reason") {
            $0.contains("no folder was chosen by the desktop's portal: ")
        }
        try viewfinder.press("folder-reset=pictures", keyboard)
        try eventually("the file", within: 10, found: { viewfinder.program.log }) {
            let text = FileManager.default.contents(atPath: path + "/settings.json") ?? Data()
            let content = try JSONSerialization.jsonObject(with: text) as? [String: Any]
            return content?["folders"] as? [String: String] == ["videos": "/v"]
        }
        try keep(viewfinder, "folders-reset")
        try photograph("Pictures")
        try quit(viewfinder)
    }

    @Test func informationIsBroughtUpToDateWhileItsPanelIsOpenAndNoLonger() throws {
        let viewfinder = try start("--no-settings")
        try viewfinder.openPanel("information", keyboard)
        // The graphs are the only thing that moves: each second they have another number.
        var last = try viewfinder.screenshot()
        for second in 0..<3 {
            try eventually("the graph after \(second) seconds", within: 10, found: { viewfinder.program.log })
            {
                let now = try viewfinder.screenshot()
                defer { last = now }
                return now.pixels != last.pixels
            }
        }
        if ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] != nil { usleep(6_000_000) }
        try keep(viewfinder, "information")
        try keyboard.tap("Escape")
        try eventually("no panel", found: { viewfinder.program.log }) {
            viewfinder.program.errors.contains("the panel is closed")
        }
        #expect(viewfinder.program.isRunning)
        try quit(viewfinder)
    }
}
