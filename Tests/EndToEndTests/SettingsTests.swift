import Foundation
import TestSupport
import Testing

/// What the user sets by keys, from one start of the program to the next.
@Suite(.serialized) final class SettingsTests {
    private let folder = NSTemporaryDirectory() + "settings-\(UUID().uuidString)"
    private let sway: HeadlessSway

    init() throws { sway = try HeadlessSway() }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var path: String { folder + "/viewfinder/settings.json" }

    private func start(_ arguments: [String] = [], in settings: String? = nil) throws -> Viewfinder {
        try Viewfinder(
            ["--source", "test:640x360@30:NV12"] + arguments, in: sway,
            environment: ["XDG_CONFIG_HOME": settings ?? folder])
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder + "/viewfinder", withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func content() throws -> [String: Any] {
        let text = try #require(FileManager.default.contents(atPath: path), "\(path) is not there")
        return try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    }

    private func card() throws -> [String: Any] {
        try #require((content()["cameras"] as? [String: Any])?["test"] as? [String: Any])
    }

    private func quit(_ viewfinder: Viewfinder) throws {
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.waitForCleanEnd(), "\(viewfinder.program.log)")
    }

    @Test func whatWasChosenIsThereAgain() throws {
        let first = try start()
        try sway.resize(first.program, width: 600, height: 480)
        var view = CardView(card: (640, 360), window: (600, 480))
        try first.expect(view, "the first start")
        try sway.type("hrm")
        (view.isMirrored, view.quarterTurns, view.mode) = (true, 1, .fill)
        try first.expect(view, "mirrored, turned and filling")
        try quit(first)
        let second = try start()
        try second.expect(view, "the second start")
        try sway.type("h")
        view.isMirrored = false
        try second.expect(view, "not mirrored")
        // A second later it is in the file already.
        try eventually("the file", within: 10) { try self.card()["mirror"] as? Bool == false }
        second.program.kill()
        try start().expect(view, "the third start")
    }

    /// A picture of a file, which has no name under which anything is kept, has its own place.
    @Test func whatIsChosenForOneSourceIsNotForTheNext() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = folder + "/half.raw"
        // The left half is white.
        let row = [UInt8](repeating: 255, count: 32) + [UInt8](repeating: 0, count: 32)
        try Data((0..<48).flatMap { _ in row }).write(to: URL(filePath: file))
        let viewfinder = try start(["--source", "raw:\(file):64x48@30:GREY"])
        try sway.resize(viewfinder.program, width: 640, height: 480)
        var view = CardView(card: (640, 360), window: (640, 480))
        try viewfinder.expect(view, "the card")
        try sway.type("h")
        view.isMirrored = true
        try viewfinder.expect(view, "the mirrored card")
        func expectWhite(onTheLeft isLeft: Bool) throws {
            try eventually("the half", within: 10, found: { viewfinder.program.log }) {
                let image = try viewfinder.screenshot()
                return (image[100, 240].red > 200) == isLeft && (image[540, 240].red > 200) != isLeft
            }
        }
        try sway.type("c")
        try expectWhite(onTheLeft: true)
        try sway.type("h")
        try expectWhite(onTheLeft: false)
        try sway.type("c")
        try viewfinder.expect(view, "the card, as it was")
        try sway.type("c")
        try expectWhite(onTheLeft: false)
        try quit(viewfinder)
        #expect(try card()["mirror"] as? Bool == true)
    }

    @Test func filtersAreThereAgain() throws {
        let first = try start()
        try first.waitForTitle("the card") { $0 == "Test card – Viewfinder" }
        let keyboard = try VirtualKeyboard(sway)
        try keyboard.tap("]")
        try keyboard.tap("e")
        var title = ""
        try first.waitForTitle("two filters") {
            title = $0
            return $0.contains("histogram-equalization:") && $0.contains(" + ")
        }
        try quit(first)
        let second = try start()
        try second.waitForTitle("the same filters") { $0 == title }
        try keyboard.tap("e")
        try second.waitForTitle("one of them") { !$0.contains("histogram-equalization:") && $0.contains("(") }
        try keyboard.tap("0")
        try second.waitForTitle("none") { $0 == "Test card – Viewfinder" }
        try quit(second)
        #expect(try (content()["cameras"] as? [String: Any])?["test"] == nil)
    }

    @Test func theCommandLineWinsAndIsNotKept() throws {
        try write(#"{"version": 1, "cameras": {"test": {"rotate": 90, "mirror": true, "later": [1]}}}"#)
        let viewfinder = try start(["--rotate", "180", "--fill", "stretch"])
        try sway.resize(viewfinder.program, width: 600, height: 480)
        var view = CardView(card: (640, 360), window: (600, 480))
        (view.isMirrored, view.quarterTurns, view.mode) = (true, 2, .stretch)
        try viewfinder.expect(view, "as the command line says")
        try quit(viewfinder)
        let card = try card()
        #expect(card["rotate"] as? Int == 90 && card["fill"] == nil && card["later"] != nil)
        let window = try #require(try content()["window"] as? [String: Int])
        #expect(window == ["width": 600, "height": 480])
    }

    @Test func withoutSettingsNothingIsReadOrWritten() throws {
        let text = #"{"version": 1, "cameras": {"test": {"mirror": true}}}"#
        try write(text)
        let viewfinder = try start(["--no-settings"])
        try sway.resize(viewfinder.program, width: 600, height: 480)
        var view = CardView(card: (640, 360), window: (600, 480))
        try viewfinder.expect(view, "as nobody has set it")
        try sway.type("r")
        view.quarterTurns = 1
        try viewfinder.expect(view, "turned")
        try quit(viewfinder)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/viewfinder").count == 1)
    }

    @Test(arguments: ["{", #"{"version": 9}"#, #"{"cameras": {"test": {"mirror": 1}}}"#, #"{"window": 5}"#])
    func aDamagedFileIsToldOnceAndLeftAlone(text: String) throws {
        try write(text)
        let viewfinder = try start()
        try viewfinder.waitForTitle("the sentence") {
            $0.contains("the settings in \(self.path) are left alone")
        }
        try sway.resize(viewfinder.program, width: 600, height: 480)
        try sway.type("h")
        var view = CardView(card: (640, 360), window: (600, 480))
        view.isMirrored = true
        try viewfinder.expect(view, "mirrored all the same")
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
        #expect(viewfinder.program.errors.split(separator: "\n").count == 1, "\(viewfinder.program.log)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func aPlaceThatCannotBeWrittenToIsToldOnce() throws {
        let viewfinder = try start(in: "/dev/null/settings")
        try viewfinder.waitForTitle("the card") { $0.contains("Test card") }
        for _ in 0..<2 {
            try sway.type("h")
            usleep(1_500_000)
        }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
        let lines = viewfinder.program.errors.split(separator: "\n")
        #expect(
            lines.count == 1 && lines[0].contains("the settings cannot be kept in /dev/null/settings"),
            "\(lines)")
    }

    @Test func aProgramThatIsKilledWhileItWritesLeavesAWholeFile() throws {
        let keyboard = try VirtualKeyboard(sway)
        for round in 0..<6 {
            let viewfinder = try start()
            try viewfinder.waitForTitle("the card") { $0.contains("Test card") }
            let before = FileManager.default.contents(atPath: path)
            try keyboard.tap("h")
            // Around the moment at which it writes.
            usleep(960_000 + UInt32(round) * 15_000)
            viewfinder.program.kill()
            guard FileManager.default.fileExists(atPath: path) else {
                #expect(before == nil)
                continue
            }
            #expect(try card()["mirror"] is Bool)
        }
    }
}
