import Foundation
import TestSupport
import Testing

/// The program on graphics devices that this machine does not have: lavapipe under the tests' own Vulkan layer.
@Suite(.serialized) struct DeviceTests {
    private static let card = "640x360@30:NV12"

    /// Starts the program on a device, with a file of statistics.
    private func start(
        on profile: String, _ options: [String] = [], environment: [String: String?] = [:],
        showsOverlay: Bool = false
    ) throws -> (Viewfinder, statistics: String) {
        let statistics = NSTemporaryDirectory() + "device-\(UUID().uuidString).json"
        let viewfinder = try Viewfinder(
            ["--source", "test:\(Self.card)", "--stats", statistics] + options,
            // What is found out about such a device is nobody else's.
            environment: environment.merging(["XDG_CACHE_HOME": statistics + "-cache"]) { $1 },
            by: [Repository.path("scripts/with-layer"), "--no-validation", profile],
            showsOverlay: showsOverlay)
        return (viewfinder, statistics)
    }

    private struct Choice: Decodable {
        var path: Path?
        struct Path: Decodable { var name: String }
        var device: String?
        var deviceReason: String?
        var shown: Int
    }

    /// The last line of the statistics.
    private func last(_ path: String) throws -> Choice {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let line = try #require(text.split(separator: "\n").last)
        return try JSONDecoder().decode(Choice.self, from: Data(line.utf8))
    }

    private func expectCard(_ viewfinder: Viewfinder) throws {
        let content = try viewfinder.window.content
        try viewfinder.expect(CardView(window: (content.width, content.height)))
    }

    @Test func withoutADriverTheWindowSaysSo() throws {
        let nowhere = "/nowhere/driver.json"
        let viewfinder = try Viewfinder(
            ["--source", "test:\(Self.card)"],
            environment: ["VK_DRIVER_FILES": nowhere, "VK_ICD_FILENAMES": nowhere], showsOverlay: true)
        try viewfinder.waitForTitle("the reason") { $0.contains("no Vulkan driver") }
        let window = try viewfinder.window.content
        // A card stands in the middle of black: text as light as nothing else there.
        try eventually("the words", found: { viewfinder.program.log }) {
            let image = try viewfinder.screenshot()
            let middle = image.cropped(
                to: PixelRectangle(
                    x: window.width / 4, y: window.height / 3, width: window.width / 2,
                    height: window.height / 3))
            let light = (0..<middle.height).contains { y in
                (0..<middle.width).contains { middle[$0, y].red > 200 }
            }
            return light && image[10, window.height - 10] == Color(0, 0, 0)
        }
        if let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] {
            try viewfinder.screenshot().write(png: "\(folder)/without-driver.png")
        }
        try viewfinder.sway.resize(viewfinder.program, width: 500, height: 300)
        try eventually("another size") { try viewfinder.screenshot().width == 500 }
        // Nothing is recorded where nothing is shown.
        try viewfinder.sway.type("v")
        try viewfinder.waitForTitle("the words") { $0.contains("This key does nothing") }
        #expect(try !viewfinder.window.title.contains("●"))
        try viewfinder.sway.type("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(1))
        #expect(viewfinder.program.log.contains("no Vulkan driver"))
    }

    @Test func withoutWordOfTheCompositorTheCardThatMustBeWokenIsLeftAlone() throws {
        let (viewfinder, statistics) = try start(on: "hybrid")
        try expectCard(viewfinder)
        try viewfinder.sway.type("q")
        #expect(try viewfinder.waitForCleanEnd())
        #expect(try last(statistics).device?.hasPrefix("Processor's graphics") == true)
    }

    @Test func aCardThatCannotShowPicturesGivesItsPlaceToTheNextAndTheTitleSaysWhy() throws {
        // The user's order puts it first.
        let (viewfinder, statistics) = try start(
            on: "hybrid", environment: ["__NV_PRIME_RENDER_OFFLOAD": "1"])
        try viewfinder.waitForTitle("the reason") {
            $0.contains("Processor's graphics") && $0.contains("since Sleeping card")
        }
        try expectCard(viewfinder)
        try viewfinder.sway.type("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
        let choice = try last(statistics)
        #expect(choice.device?.hasPrefix("Processor's graphics") == true)
        #expect(choice.deviceReason?.contains("not Sleeping card") == true)
        #expect(choice.deviceReason?.contains("VK_ERROR_SURFACE_LOST_KHR") == true)
    }

    // MARK: - Calls that fail

    /// The devices on which calls fail: lavapipe as it is, and cards, to which frames go by other routes.
    @Test func picturesLargerThanTheDevicesImagesGoAnotherWay() throws {
        let (viewfinder, statistics) = try start(on: "pi", ["--source", "test:4608x2592@5:NV12"])
        try expectCard(viewfinder)
        try viewfinder.sway.type("c")
        let window = try viewfinder.window.content
        let view = CardView(card: (4608, 2592), window: (window.width, window.height))
        try viewfinder.expect(view, "the larger picture", within: 30)
        // Reports come once a second.
        try eventually("its path", found: { viewfinder.program.log }) {
            (try? last(statistics))?.path?.name == "compute"
        }
        try viewfinder.sway.type("q")
        #expect(try viewfinder.waitForCleanEnd())
        #expect(try last(statistics).path?.name == "compute")
    }

    private static let devices = ["plain", "pi", "pitch256"]

    /// True where there is time for more than a sample.
    static let isLong = ProcessInfo.processInfo.environment["VIEWFINDER_EACH_CALL"] != nil

    /// A call that fails.
    struct FailingCall: Sendable, CustomTestStringConvertible {
        let device: String
        /// The word of scripts/with-layer.
        let kind: String
        let number: Int

        var profile: String { "\(device)+\(kind):\(number)" }
        var testDescription: String { profile }
    }

    /// The first calls of a start, on the devices in turn.
    private static let startCalls = ["lost", "oom"].enumerated().flatMap { place, kind in
        (1...12).map { FailingCall(device: devices[($0 + place) % devices.count], kind: kind, number: $0) }
    }

    @Test(arguments: startCalls) func aDeviceThatFailsOnceAtTheStartIsOpenedAnew(call: FailingCall) throws {
        try start(failing: call)
    }

    private func start(failing call: FailingCall) throws {
        let (viewfinder, statistics) = try start(on: call.profile, ["--frames", "10"])
        #expect(
            try viewfinder.program.wait(within: 60).status == .exited(0),
            "\(call.profile)\n\(viewfinder.program.log)")
        #expect(try last(statistics).shown >= 10, "\(call.profile)")
    }

    /// All calls of a start, as the layer counts them: the first ones one by one, and then some up to the last.
    @Test(
        .enabled(if: DeviceTests.isLong, "some minutes: make test-long ARGS=calls"), arguments: devices,
        ["lost", "oom"])
    func aDeviceThatFailsAtAnyCallOfAStartIsOpenedAnew(device: String, kind: String) throws {
        let report = NSTemporaryDirectory() + "calls-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: report) }
        let (viewfinder, _) = try start(
            on: "\(device)+\(kind):0", ["--frames", "10"], environment: ["VIEWFINDER_LAYER_REPORT": report])
        #expect(try viewfinder.program.wait(within: 60).status == .exited(0))
        let count = try #require(
            Int(try String(contentsOfFile: report, encoding: .utf8).trimmingCharacters(in: .newlines)))
        let numbers = Self.spread(count, first: 100, others: 24)
        #expect(numbers.count == min(count, 124))
        for number in numbers { try start(failing: FailingCall(device: device, kind: kind, number: number)) }
    }

    /// Chooses of the numbers up to a last one the first ones, and others at equal distances.
    private static func spread(_ last: Int, first: Int, others: Int) -> [Int] {
        guard last > first + others else { return Array(1...max(1, last)) }
        return Array(1...first) + (1...others).map { first + (last - first) * $0 / others }
    }

    /// Works in whose midst a call fails.
    enum Work: String, CaseIterable { case resize, change, recording }

    /// The calls of a work that fail, one in each run, from its first on: some of them on one device each, or all on each device.
    private static let workCalls: [FailingCall] =
        isLong
        ? ["lost", "oom"].flatMap { kind in
            devices.flatMap { device in
                (1...32).map { FailingCall(device: device, kind: kind, number: $0) }
            }
        }
        : [
            FailingCall(device: "plain", kind: "lost", number: 1),
            FailingCall(device: "pi", kind: "oom", number: 3),
            FailingCall(device: "pitch256", kind: "lost", number: 6),
        ]

    @Test(arguments: Work.allCases, workCalls)
    func aDeviceThatFailsInTheMidstOfSomethingIsOpenedAnew(work: Work, call: FailingCall) throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let beginning = home + "-begin"
        defer { try? FileManager.default.removeItem(atPath: beginning) }
        let (viewfinder, _) = try start(
            on: call.profile, work == .change ? ["--source", "test:400x400@30:YUYV"] : [],
            environment: ["VIEWFINDER_LAYER_FROM": beginning, "HOME": home, "XDG_CONFIG_HOME": nil])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try expectCard(viewfinder)
        #expect(FileManager.default.createFile(atPath: beginning, contents: nil))
        switch work {
        case .resize: try viewfinder.sway.resize(viewfinder.program, width: 500, height: 400)
        case .change: try keyboard.tap("c")
        case .recording: try keyboard.tap("v")
        }
        if work == .recording {
            try viewfinder.waitForTitle("the recording") { $0.firstMatch(of: /● 0:0[1-9]/) != nil }
            try keyboard.tap("v")
            try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
        }
        let content = try viewfinder.window.content
        let card = work == .change ? (400, 400) : (640, 360)
        let view = CardView(card: card, window: (content.width, content.height))
        try viewfinder.expect(view, "the picture after \(work.rawValue)")
        // It moves.
        let number = try viewfinder.frame(after: nil, view)
        try viewfinder.frame(after: number, view)
        try keyboard.tap("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }

    /// Two losses, some frames apart.
    private static let twice = "lost:60,160"

    @Test func aSecondLossIsTheOtherDevicesTurn() throws {
        let (viewfinder, statistics) = try start(on: "twins+\(Self.twice)")
        try viewfinder.waitForTitle("the second loss") { $0.contains("since One of two") }
        try expectCard(viewfinder)
        try viewfinder.sway.type("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
        #expect(try last(statistics).deviceReason?.contains("it was lost twice") == true)
    }

    @Test(arguments: ["plain+\(twice)", "twins+\(twice),260"])
    func oneLossTooManyEndsTheProgramWithWords(profile: String) throws {
        let (viewfinder, _) = try start(on: profile)
        let end = try viewfinder.program.wait(within: 30)
        #expect(end.status == .exited(1))
        #expect(viewfinder.program.errors.contains("VK_ERROR_DEVICE_LOST"), "\(viewfinder.program.log)")
    }

    @Test func aLauncherSeesTheWordsOfOneLossTooManyAndItsRecordingIsSaved() throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@30:NV12"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil],
            by: [Repository.path("scripts/with-layer"), "--no-validation", "plain+lost:150,300,450"],
            showsOverlay: true)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the words") {
            $0.contains("VK_ERROR_DEVICE_LOST") && !$0.contains("is started anew")
        }
        try eventually("the movie", found: { viewfinder.program.log }) {
            let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Videos")
            return try names.count == 1
                && MovieLength.seconds(of: "\(home)/Videos/\(names[0])") ?? 0 > 1
        }
        try keyboard.tap("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(1), "\(viewfinder.program.log)")
    }

    @Test func objectsAndRegionsOfCommandsHaveNamesForReadersOfCaptures() throws {
        let names = NSTemporaryDirectory() + "names-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: names) }
        for path in ["fragment", "compute", "host"] {
            let (viewfinder, _) = try start(
                on: "plain",
                ["--path", path, "--filter", "histogram-equalization", "--frames", "20"],
                environment: ["VIEWFINDER_LAYER_NAMES": names])
            #expect(try viewfinder.program.wait(within: 30).status == .exited(0), "\(viewfinder.program.log)")
        }
        let lines = try String(contentsOfFile: names, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("device with ") && $0 != "device with 0 objects" })
        #expect(lines.filter { $0.hasPrefix("no name") || $0.hasPrefix("open regions") } == [])
        for region in ["planes to textures", "picture 0", "canvas to window"] {
            #expect(lines.contains("region: \(region)"), "no region \(region) in \(lines)")
        }
    }

    /// Ends a recording once its title tells that many seconds.
    private func endRecording(_ viewfinder: Viewfinder, _ keyboard: VirtualKeyboard, at second: Int) throws {
        try viewfinder.waitForTitle("some seconds more") { title in
            title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0 >= second
        }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
    }

    /// The recording has what was seen before the device failed, and after that.
    private func expectMovie(in home: String) throws {
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: home + "/Videos").first)
        #expect(try MovieLength.seconds(of: "\(home)/Videos/\(name)") ?? 0 > 4)
    }

    @Test func aRecordingAndTheWindowGoOnWhenTheDeviceIsLost() throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        // Some seconds after the start, while it records.
        let (viewfinder, _) = try start(
            on: "plain+lost:600", ["--filter", "sepia-tone-filter"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
        // Keyboards that come with each key are bound too late on a busy machine.
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the recording") { $0.contains("●") }
        try viewfinder.waitForTitle("the loss") { $0.contains("was lost and is started anew") }
        try endRecording(viewfinder, keyboard, at: 6)
        try expectMovie(in: home)
    }

    // MARK: - Devices that hang

    /// A card, whose program has the patience for one, which no self-test touches: its submissions would count, too.
    private func startOnACard(
        _ failure: String, _ options: [String] = [], environment: [String: String?] = [:],
        showsOverlay: Bool = false
    ) throws -> (Viewfinder, statistics: String) {
        let cache = NSTemporaryDirectory() + "cache-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: "\(cache)/viewfinder", withIntermediateDirectories: true)
        try Data(#"{"version": 7}"#.utf8).write(to: URL(fileURLWithPath: "\(cache)/viewfinder/devices.json"))
        return try start(
            on: "nvidia+\(failure)", options,
            environment: environment.merging(["XDG_CACHE_HOME": cache]) { $1 }, showsOverlay: showsOverlay)
    }

    /// The layer ends a program that shows pictures of a second device on a window's surface, as a compositor does, and one that destroys
    /// what a device may still use.
    @Test(arguments: Self.isLong ? [1, 2, 3] : [2])
    func aDeviceThatHangsAtTheStartIsOpenedAnew(submission: Int) throws {
        let (viewfinder, statistics) = try startOnACard("timeout:\(submission)", ["--frames", "10"])
        #expect(try viewfinder.program.wait(within: 60).status == .exited(0), "\(viewfinder.program.log)")
        #expect(try last(statistics).shown >= 10)
        #expect(viewfinder.program.log.contains("is given up"), "\(viewfinder.program.log)")
    }

    @Test(
        .enabled(if: DeviceTests.isLong, "some minutes: make test-long ARGS=calls"),
        arguments: ["fragment", "compute", "host"])
    func aRecordingTheChoicesAndTheWindowGoOnWhenTheDeviceHangs(path: String) throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let beginning = home + "-begin"
        defer { try? FileManager.default.removeItem(atPath: beginning) }
        let (viewfinder, statistics) = try startOnACard(
            "timeout:5", ["--filter", "sepia-tone-filter", "--path", path],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil, "VIEWFINDER_LAYER_FROM": beginning])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the recording") { $0.contains("●") }
        #expect(FileManager.default.createFile(atPath: beginning, contents: nil))
        try viewfinder.waitForTitle("the hang") { $0.contains("was lost and is started anew") }
        try endRecording(viewfinder, keyboard, at: 8)
        #expect(try viewfinder.sway.windows().count == 1)
        try keyboard.tap("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
        #expect(try last(statistics).device?.hasPrefix("NVIDIA") == true)
        try expectMovie(in: home)
    }

    @Test func thePictureIsThereAgainInAWindowOfTheSameSizeAfterAHang() throws {
        let beginning = NSTemporaryDirectory() + "begin-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: beginning) }
        let (viewfinder, _) = try startOnACard(
            "timeout:5", environment: ["VIEWFINDER_LAYER_FROM": beginning])
        try viewfinder.sway.resize(viewfinder.program, width: 500, height: 400)
        let view = CardView(card: (640, 360), window: (500, 400))
        try viewfinder.expect(view)
        #expect(FileManager.default.createFile(atPath: beginning, contents: nil))
        try viewfinder.waitForTitle("the hang") { $0.contains("was lost and is started anew") }
        try viewfinder.expect(view, "the picture after the hang")
        let number = try viewfinder.frame(after: nil, view)
        try viewfinder.frame(after: number, view)
        try viewfinder.sway.type("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }

    @Test func theBarAndTheKeysAreThereAgainAfterAHang() throws {
        let beginning = NSTemporaryDirectory() + "begin-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: beginning) }
        let (viewfinder, _) = try startOnACard(
            "timeout:5", ["-vv"], environment: ["VIEWFINDER_LAYER_FROM": beginning], showsOverlay: true)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 600)
        let view = CardView(card: (640, 360), window: (960, 600))
        try viewfinder.press("more", keyboard)
        #expect(FileManager.default.createFile(atPath: beginning, contents: nil))
        try viewfinder.waitForTitle("the hang") { $0.contains("was lost and is started anew") }
        // The menu is over the picture still, takes keys, and goes.
        try eventually("the menu") { try view.mismatch(in: viewfinder.screenshot()) != nil }
        try viewfinder.press("panel-filters", keyboard)
        try viewfinder.waitForPanel("filters")
        try keyboard.tap("Escape")
        try keyboard.tap("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }

    @Test(.enabled(if: DeviceTests.isLong, "some minutes: make test-long ARGS=calls"))
    func oneHangTooManyEndsTheProgramWithWords() throws {
        let (viewfinder, _) = try startOnACard("timeout:20,40")
        let end = try viewfinder.program.wait(within: 60)
        #expect(end.status == .exited(1))
        #expect(viewfinder.program.errors.contains("stopped answering"), "\(viewfinder.program.log)")
    }
}
