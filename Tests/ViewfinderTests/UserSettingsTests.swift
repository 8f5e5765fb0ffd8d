import Capture
import Foundation
import Frames
import LinuxIO
import LiveViewOverlay
import TestSupport
import Testing
import VulkanView

@testable import Viewfinder

/// The content of the file of settings, and its way there.
final class UserSettingsTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "viewfinder-settings-\(UUID().uuidString)")
    private var path: String { folder.appendingPathComponent("settings.json").path }
    private var file: SettingsFile { SettingsFile(path: path) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func settings(_ text: String) throws -> UserSettings {
        try write(text)
        return try file.settings()
    }

    @Test func allOfItIsRead() throws {
        let settings = try settings(
            """
            {"version": 1, "lastCamera": {"id": "usb-A", "name": "Ä"}, "window": {"width": 800, "height": 600},
             "folders": {"pictures": "/p", "videos": "/v"}, "sound": true, "header": false, "timer": 10,
             "timeLapse": 30, "chains": {"warm": ["sepia-tone-filter:intensity=0.5", "haze"], "later": {"of": 2}},
             "cameras": {"usb-A": {"controls": {"gain": 3}, "mirror": true, "rotate": 270, "fill": "stretch",
               "mode": {"size": "640x480", "rate": "30000/1001", "format": "MJPG"}, "color": "709-full",
               "filters": ["sepia-tone-filter"]}, "test": {}}}
            """)
        #expect(settings.lastCamera == .init(id: "usb-A", name: "Ä"))
        #expect(settings.windowSize == PixelSize(width: 800, height: 600))
        #expect(settings.folders == [.pictures: "/p", .videos: "/v"])
        #expect(settings.recordsSound == true && settings.headerPolicy == .never)
        #expect(settings.timer == 10 && settings.timeLapse == 30)
        #expect(
            settings.chains == [
                KeptChain(name: "later", filters: nil),
                KeptChain(name: "warm", filters: ["sepia-tone-filter:intensity=0.5", "haze"]),
            ])
        let camera = try #require(settings.cameras["usb-A"])
        #expect(camera.controls == [ControlSetting(key: "gain", value: 3)])
        #expect(camera.isMirrored == true && camera.rotation == .clockwise270 && camera.fillMode == .stretch)
        #expect(
            camera.mode
                == ModeRequest(
                    size: PixelSize(width: 640, height: 480), rate: Rational(frameRate: "30000/1001"),
                    format: "MJPG"))
        #expect(camera.color == ColorWish(matrix: .bt709, range: .full))
        #expect(camera.filters == ["sepia-tone-filter"])
        #expect(settings.cameras["test"] == CameraSettings())
    }

    @Test func aHeaderIsWhereNobodyDrawsATitleBarUnlessTheUserWantsAnother() throws {
        #expect(UserSettings().headerPolicy == .automatic)
        #expect(try settings(#"{"header": true}"#).headerPolicy == .always)
    }

    @Test func wordsAndNumbersWithoutAMeaningArePassedOver() throws {
        let settings = try settings(
            """
            {"lastCamera": {"id": ""}, "window": {"width": 0, "height": 100000}, "folders": {"pictures": "here"},
             "timer": -1, "timeLapse": 0, "cameras": {"a": {"rotate": 45, "fill": "zoom", "color": "red",
             "mode": {"size": "x", "rate": "0/0", "format": "LONGER"}}}}
            """)
        #expect(settings == UserSettings(cameras: ["a": CameraSettings()]))
    }

    @Test(arguments: [
        #""lastCamera": "a""#, #""lastCamera": {"id": 1}"#, #""window": [1, 2]"#,
        #""window": {"width": "1"}"#,
        #""window": {"width": 1.5}"#, #""folders": null"#, #""sound": 1"#, #""header": "yes""#,
        #""timer": true"#, #""timeLapse": "often""#,
        #""chains": ["warm"]"#, #""cameras": {"a": {"mirror": "yes"}}"#,
        #""cameras": {"a": {"rotate": "90"}}"#,
        #""cameras": {"a": {"filters": "sepia"}}"#, #""cameras": {"a": {"filters": [1]}}"#,
        #""cameras": {"a": {"mode": "640x480"}}"#, #""cameras": {"a": {"color": 709}}"#,
    ])
    func valuesOfOtherTypesAreDamage(text: String) throws {
        #expect(throws: ViewfinderError.self) { try self.settings("{\(text)}") }
        #expect(throws: ViewfinderError.self) { try self.file.keep([.mirror(true, of: "b")]) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\(text)}")
    }

    @Test func aKeptChainComesAndGoesBesideThoseOfOtherVersions() throws {
        try write(#"{"chains": {"later": {"of": 2}}, "new": [1]}"#)
        let name = "a/b.c \"d\""
        try file.keep([.chain(["haze"], named: name)])
        #expect(try file.settings().chains.map(\.name) == [name, "later"])
        try file.keep([.chain(nil, named: name)])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("\"of\" : 2") && text.contains("new") && !text.contains("haze"))
        try file.keep([.chain(nil, named: "later")])
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("chains") == false)
    }

    @Test func ofTooManyChainsTheFirstOnesAreRead() throws {
        let names = (0..<300).map { #""\#(1000 + $0)": ["haze"]"# }.joined(separator: ",")
        let settings = try settings("{\"chains\": {\(names)}}")
        #expect(settings.chains.map(\.name) == (0..<KeptChain.most).map { "\(1000 + $0)" })
    }

    @Test func aFolderThatIsKeptIsReadAgainAndForgotten() throws {
        try file.keep([.folder("/a b/ü", of: .videos), .folder("/p", of: .pictures)])
        #expect(try file.settings().folders == [.videos: "/a b/ü", .pictures: "/p"])
        try file.keep([.folder(nil, of: .pictures)])
        #expect(try file.settings().folders == [.videos: "/a b/ü"])
        try file.keep([.folder(nil, of: .videos)])
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("folders"))
    }

    @Test func whatIsKeptIsReadAgain() throws {
        try file.keep([
            .lastCamera(.init(id: "a", name: "A")), .windowSize(PixelSize(width: 3, height: 4)),
            .mirror(true, of: "a"), .rotation(.half, of: "a"), .fillMode(.fill, of: "a"),
            .filters(["sepia-tone-filter"], of: "a"), .timer(5), .sound(true),
            .mode(
                ModeRequest(
                    size: PixelSize(width: 640, height: 480), rate: Rational(30000, 1001), format: "MJPG"),
                of: "a"), .color(ColorWish(range: .full), of: "a"),
        ])
        var expected = UserSettings()
        expected.lastCamera = .init(id: "a", name: "A")
        expected.windowSize = PixelSize(width: 3, height: 4)
        expected.timer = 5
        expected.recordsSound = true
        expected.cameras["a"] = CameraSettings(
            mode: ModeRequest(
                size: PixelSize(width: 640, height: 480), rate: Rational(30000, 1001), format: "MJPG"),
            color: ColorWish(range: .full), isMirrored: true, rotation: .half, fillMode: .fill,
            filters: ["sepia-tone-filter"])
        #expect(try file.settings() == expected)
        try file.keep([
            .filters([], of: "a"), .mirror(false, of: "a"), .mode(ModeRequest(), of: "a"),
            .color(ColorWish(), of: "a"), .timer(0), .sound(false),
        ])
        expected.cameras["a"]?.mode = nil
        expected.cameras["a"]?.color = nil
        expected.timer = nil
        expected.recordsSound = nil
        expected.cameras["a"]?.filters = nil
        expected.cameras["a"]?.isMirrored = false
        #expect(try file.settings() == expected)
    }

    @Test func programsThatSetDifferentCamerasLoseNothing() throws {
        let path = path
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            for turn in Rotation.allCases {
                try? SettingsFile(path: path).keep([.rotation(turn, of: "camera \(number)")])
            }
        }
        let cameras = try file.settings().cameras
        #expect(cameras.count == 16 && cameras.values.allSatisfy { $0.rotation == .clockwise270 })
    }

    @Test func whatChangesNothingIsNotWritten() throws {
        try file.keep([.mirror(true, of: "a")])
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        try file.keep([.mirror(true, of: "a")])
        let after = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        #expect(before == after)
    }

    @Test func whatCouldNotBeReadAgainIsNotWritten() throws {
        try file.keep([.mirror(true, of: "a")])
        let long = String(repeating: "x", count: 1 << 18)
        #expect {
            try self.file.keep([.filters([long], of: "b")])
        } throws: {
            "\($0)".contains("File too large")
        }
        #expect(try file.settings().cameras.keys.sorted() == ["a"])
    }

    @Test func somebodyWhoHoldsTheFolderIsWaitedForAndThenTold() throws {
        try file.keep([.mirror(true, of: "a")])
        let holder = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(holder) }
        #expect(flock(holder, LOCK_EX) == 0)
        #expect(throws: ViewfinderError.self) { try self.file.keep([.mirror(false, of: "a")]) }
        flock(holder, LOCK_UN)
        #expect(try file.settings().cameras["a"]?.isMirrored == true)
        try file.keep([.mirror(false, of: "a")])
        #expect(try file.settings().cameras["a"]?.isMirrored == false)
    }

    @Test func changesAreWrittenASecondLaterAndAtTheEnd() throws {
        let loop = try EventLoop()
        let keeper = SettingsKeeper(file, loop: loop)
        for number in 0..<10 { keeper.keep(.mirror(number % 2 == 0, of: "a")) }
        try loop.turn(until: MonotonicClock.now())
        #expect(!FileManager.default.fileExists(atPath: path))
        let deadline = MonotonicClock.moment(in: 10)
        while !FileManager.default.fileExists(atPath: path), MonotonicClock.now() < deadline {
            try loop.turn(until: MonotonicClock.now() + 20_000_000)
        }
        #expect(try file.settings().cameras["a"]?.isMirrored == false)
        keeper.keep(.mirror(true, of: "a"))
        #expect(keeper.finish(until: MonotonicClock.moment(in: 10)))
        #expect(try file.settings().cameras["a"]?.isMirrored == true)
    }

    @Test func troubleComesToTheLoop() throws {
        let loop = try EventLoop()
        let keeper = SettingsKeeper(SettingsFile(path: "/dev/null/settings.json"), loop: loop)
        var told: [String] = []
        keeper.onTrouble = { told.append($0.description) }
        keeper.keep(.mirror(true, of: "a"))
        #expect(keeper.finish(until: MonotonicClock.moment(in: 10)))
        try loop.turn(until: MonotonicClock.now() + 10_000_000)
        #expect(told.count == 1 && told[0].contains("cannot be kept"))
    }

    @Test func keptFiltersMakeTheSameChain() throws {
        var chain = FilterChain([])
        chain.step(3)
        _ = chain.adjust(by: 2)
        chain.toggleEqualization()
        var again = FilterChain(keptLinks: try chain.texts.map { try FilterLink(parsing: $0) })
        #expect(again.texts == chain.texts)
        chain.toggleEqualization()
        again.toggleEqualization()
        #expect(again.texts == chain.texts && again.operations.count == 1)
    }
}
