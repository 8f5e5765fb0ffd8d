import Capture
import Foundation
import Frames
import LinuxIO
import Testing

@testable import Viewfinder

/// The file of settings: what it keeps, and what it leaves alone.
@Suite final class SettingsFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "viewfinder-settings-\(UUID().uuidString)")
    private var path: String { folder.appendingPathComponent("viewfinder/settings.json").path }
    private var file: SettingsFile { SettingsFile(path: path) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ bytes: some Sequence<UInt8>) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func whatIsKeptIsFoundAgain() throws {
        try file.keep(
            [
                ControlSetting(key: "brightness", value: 12), ControlSetting(key: "auto", value: true),
                ControlSetting(key: "words", value: "a \"b\""),
            ], of: "usb-Camera")
        try file.keep([ControlSetting(key: "brightness", value: -13)], of: "usb-Camera")
        try file.keep([ControlSetting(key: "gain", value: 1)], of: "usb-Other")
        #expect(
            try file.controls() == [
                "usb-Camera": [
                    ControlSetting(key: "auto", value: true), ControlSetting(key: "brightness", value: -13),
                    ControlSetting(key: "words", value: "a \"b\""),
                ], "usb-Other": [ControlSetting(key: "gain", value: 1)],
            ])
        try file.forgetControls(of: "usb-Camera")
        #expect(try file.controls().keys.sorted() == ["usb-Other"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent)
                == ["settings.json"])
    }

    @Test func whatItDoesNotKnowIsKept() throws {
        try write(
            #"{"version": 1, "later": [1, 2.5, null, {"a": "ä"}], "cameras": {"x": {"name": "X", "controls": {"b": 2}}}}"#
                .utf8)
        try file.keep([ControlSetting(key: "c", value: 3)], of: "x")
        try file.forgetControls(of: "y")
        let kept = try JSONDecoder().decode(JSONValue.self, from: Data(text().utf8))
        #expect(
            kept.members?["later"] == .list([.integer(1), .number(2.5), .null, .object(["a": .text("ä")])]))
        #expect(
            kept.members?["cameras"]
                == .object([
                    "x": .object([
                        "name": .text("X"), "controls": .object(["b": .integer(2), "c": .integer(3)]),
                    ])
                ]))
    }

    @Test(arguments: [
        #"{"version": 2}"#, #"{"version": "1"}"#, "[]", "", "5", #"{"cameras": 5}"#,
        #"{"cameras": {"x": []}}"#,
        #"{"cameras": {"x": {"controls": 1}}}"#, #"{"cameras": {"x": {"controls": {"b": 1.5}}}}"#,
        String(repeating: "[", count: 100_000),
        #"{"cameras": {"x": {"controls": {"b": 99999999999999999999}}}}"#,
    ])
    func aFileThatIsNotUnderstoodIsReportedAndLeftAlone(content: String) throws {
        try write(content.utf8)
        #expect(throws: ViewfinderError.self) { try file.controls() }
        #expect(throws: ViewfinderError.self) { try file.keep([ControlSetting(key: "b", value: 1)], of: "x") }
        #expect(try text() == content)
    }

    @Test func aFileDamagedInAThousandWaysIsUnderstoodOrLeftAlone() throws {
        let whole = Array(
            #"{"version": 1, "cameras": {"usb-A": {"controls": {"brightness": 12, "auto": true, "s": "ü"}}}}"#
                .utf8)
        var random = SeededNumbers(state: 4711)
        for _ in 0..<1000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                default: bytes.removeLast(bytes.count - place)
                }
            }
            try write(bytes)
            let isUnderstood = (try? file.controls()) != nil
            do {
                try file.keep([ControlSetting(key: "new", value: 1)], of: "usb-B")
                #expect(isUnderstood)
                #expect(try file.controls()["usb-B"] == [ControlSetting(key: "new", value: 1)])
            } catch {
                #expect(!isUnderstood)
                #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
            }
        }
    }

    @Test func aCameraThatGetsAnotherIDKeepsItsSettings() throws {
        let file = SettingsFile(path: path)
        try file.keep([.mirror(true, of: "old"), .lastCamera(.init(id: "old", name: "Camera"))])
        try file.keep([.rotation(.half, of: "other"), .id("new", of: "old"), .id("none", of: "missing")])
        let settings = try file.settings()
        #expect(settings.cameras.mapValues(\.isMirrored) == ["new": true, "other": nil])
        #expect(settings.lastCamera == .init(id: "new", name: "Camera"))
    }

    @Test func serialNumbersThatAreNoCamerasOwnAreKnownFromTheStartOn() throws {
        let file = SettingsFile(path: path)
        try file.keep([.sharedSerials(["0000:0000:\(path)"])])
        #expect(try file.settings().sharedSerials == ["0000:0000:\(path)"])
        #expect(CameraList.sharedSerials.contains("0000:0000:\(path)"))
    }

    @Test func aLinkStaysALink() throws {
        try write("{}".utf8)
        let target = folder.appendingPathComponent("real.json").path
        try FileManager.default.moveItem(atPath: path, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try file.keep([ControlSetting(key: "b", value: 1)], of: "x")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        #expect(try SettingsFile(path: target).controls().count == 1)
    }

    @Test func aLinkToAFileThatIsNotThereStaysALink() throws {
        let target = (path as NSString).deletingLastPathComponent + "/real.json"
        try write("{}".utf8)
        for link in [target, "real.json"] {
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.removeItem(atPath: target)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: link)
            try file.keep([ControlSetting(key: "b", value: 1)], of: "x")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == link)
            #expect(try SettingsFile(path: target).controls().count == 1)
        }
    }

    @Test func linksInACircleAreToldAndStay() throws {
        try write("{}".utf8)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        #expect(throws: ViewfinderError.self) {
            try file.keep([ControlSetting(key: "b", value: 1)], of: "x")
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == path)
    }

    @Test func whatLiesBesideItStaysAndSoDoThePermissions() throws {
        try write("{}".utf8)
        let other = "\(path).\(getpid())"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
        chmod(path, 0o600)
        try file.keep([ControlSetting(key: "b", value: 1)], of: "x")
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: (path as NSString).deletingLastPathComponent)
        #expect(names.sorted() == ["settings.json", "settings.json.\(getpid())"])
    }

    @Test func programsThatKeepAtTheSameTimeLoseNothing() throws {
        let path = path
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            try? SettingsFile(path: path).keep([ControlSetting(key: "k\(number)", value: 1)], of: "x")
        }
        #expect(try file.controls()["x"]?.count == 16)
    }

    /// Whoever took such a file for none would write one in its place, with the new value alone.
    @Test(arguments: [EACCES, EIO, ESTALE])
    func aFileThatCannotBeReadIsNoneThatIsMissing(code: Int32) throws {
        try write(#"{"cameras": {"usb-A": {"mirror": true}}}"#.utf8)
        let before = try text()
        var file = file
        file.read = { .failure(SystemError(call: "open", target: $0, code: code)) }
        #expect(throws: ViewfinderError.self) { try file.settings() }
        #expect(throws: ViewfinderError.self) { try file.keep([ControlSetting(key: "b", value: 1)], of: "x") }
        #expect(try text() == before)
    }

    @Test func belowAFileAndBelowNothingThereIsNone() throws {
        try write("{}".utf8)
        #expect(try SettingsFile(path: path + "/settings.json").settings().cameras.isEmpty)
        #expect(try SettingsFile(path: folder.path + "/nowhere/settings.json").settings().cameras.isEmpty)
    }

    @Test func camerasThatWereChangedLongestAgoMakeRoom() throws {
        func keep(_ camera: String, _ value: Int64 = 1) throws {
            let settings = (0..<600).map {
                ControlSetting(key: "a-name-of-some-length-\($0)", value: .integer(value))
            }
            try file.keep(settings, of: camera)
        }
        try write(#"{"cameras": {"usb-Z": {"mirror": true}}, "later": 5}"#.utf8)
        for number in 1...5 { try keep("usb-\(number)") }
        try keep("usb-1", 2)
        #expect(try file.settings().cameras.count == 6)
        for number in 6...12 { try keep("usb-\(number)") }
        let kept = try file.settings().cameras.keys
        #expect(kept.contains("usb-12") && kept.contains("usb-1"))
        #expect(!kept.contains("usb-Z") && !kept.contains("usb-2"))
        #expect(try text().contains("\"later\" : 5") && text().utf8.count <= 1 << 18)
    }

    @Test func aDiskThatDoesNotAnswerHoldsNobodyUp() throws {
        let gate = try Gate()
        var file = file
        file.read = { _ in
            _ = gate.wait(until: .max)
            return .success(nil)
        }
        let beginning = MonotonicClock.now()
        #expect {
            try file.settings()
        } throws: {
            "\($0)".contains("does not answer")
        }
        let home = UserEnvironment { ["HOME": "/home/\(gate)"][$0] }
        let folders = UserFolders(environment: home) { _ in
            _ = gate.wait(until: .max)
            return nil
        }
        for _ in 0..<5 { #expect(try folders.path(of: .videos).hasSuffix("/Videos")) }
        #expect(MonotonicClock.now() - beginning < 8_000_000_000)
        gate.open()
    }

    @Test func withoutAFileNothingIsKept() throws {
        try SettingsFile(path: nil).keep([ControlSetting(key: "b", value: 1)], of: "x")
        #expect(try SettingsFile(path: nil).controls().isEmpty)
        #expect(try file.controls().isEmpty)
    }
}

/// A generator of numbers that are the same in every run (splitmix64).
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
