import Foundation
import TestSupport
import Testing
import VulkanCore

/// `viewfinder doctor --gpu` and what is kept of it, on devices that this machine does not have: the tests' own Vulkan layer plays them.
@Suite(.serialized) struct SelfTestTests {
    private typealias Report = GraphicsReport
    private typealias Verdict = GraphicsReport.Verdict

    /// What the tests read of `devices.json`.
    private struct Records: Decodable {
        struct Record: Decodable {
            struct Key: Decodable { var kernel: String }
            var key: Key
            var name: String
            var isTested: Bool
            var unended: Int
            var shortened: Int
            var verdicts: [Verdict]

            /// True once a test has come to an end; a processor that plays a card may be too slow for all of it.
            var hasEnded: Bool { unended == 0 && (isTested || shortened > 0) }
        }

        var version: Int
        var devices: [Record]
    }

    /// A cache folder of a test's own.
    private final class Cache {
        let folder = NSTemporaryDirectory() + "cache-\(UUID().uuidString)"
        var file: String { "\(folder)/viewfinder/devices.json" }
        var text: Data? { FileManager.default.contents(atPath: file) }

        var records: Records? {
            get throws { try text.map { try JSONDecoder().decode(Records.self, from: $0) } }
        }

        func put(_ text: String) throws {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/viewfinder", withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }
    }

    private static func command(_ profile: String, _ words: [String]) -> [String] {
        [Repository.path("scripts/with-layer"), "--no-validation", profile] + words
    }

    private func examine(
        _ profile: String, _ cache: String, _ options: [String] = [],
        in environment: [String: String?] = ["WAYLAND_DISPLAY": nil]
    ) throws -> Report {
        let words = Self.command(profile, [Repository.program, "doctor", "--gpu", "--json"] + options)
        let (program, end) = try Program.run(
            words[0], Array(words.dropFirst()),
            environment: environment.merging(["XDG_CACHE_HOME": cache]) { $1 },
            within: 120)
        #expect(end.status == .exited(0), "\(program.log)")
        #expect(!program.output.contains(NSHomeDirectory()) || NSHomeDirectory() == "/")
        // With some drivers it is the number of the very board.
        #expect(!program.output.contains("deviceUUID"))
        return try JSONDecoder().decode(Report.self, from: program.outputBytes)
    }

    /// A device, and whether it may read the processor's pages in place; nil where it does not take them at all.
    @Test(
        arguments: [
            ("plain", true), ("stale", false), ("noncoherent", nil), ("nvidia", nil), ("pi", nil),
        ] as [(String, Bool?)])
    func theReportTellsWhatMayBeReadInPlace(profile: String, isTrusted: Bool?) throws {
        let cache = Cache()
        let report = try examine(profile, cache.folder)
        let device = try #require(report.devices.first)
        #expect(report.devices.count == 1 && device.fault == nil, "\(device.fault ?? "")")
        // The layer never changes what is drawn.
        #expect(!device.paths.isEmpty && device.barredPaths.isEmpty)
        #expect(device.paths.allSatisfy { $0.difference == nil && $0.refusal == nil })
        // A processor that plays a card may be too slow for all of them.
        #expect(device.times.contains { $0.path == "host" && $0.route == "copy" })
        if profile == "plain" { #expect(device.ranking.contains("host copy")) }
        let verdict = device.verdicts.first { $0.memory == "pages" }
        #expect(verdict?.isTrusted == isTrusted, "\(device.memories)")
        #expect(report.findings.contains { $0.fault == "import" } == (isTrusted == false))
        let pages = try #require(device.memories.first { $0.memory == "anonymousPages" })
        if isTrusted == nil {
            #expect(pages.readings.first?.refusal?.contains("VK_EXT_external_memory_host") == true)
        }
        if isTrusted == false { #expect(pages.hammer?.difference?.isEmpty == false) }
        // Nothing is kept of the processor.
        guard profile != "plain" else { return #expect(cache.text == nil) }
        let record = try #require(try cache.records?.devices.first)
        // A processor that plays a card may be too slow for all paths.
        #expect(record.isTested == device.isComplete && record.unended == 0)
        #expect(record.name == device.device.name && !record.key.kernel.isEmpty)
        #expect(record.verdicts.first { $0.memory == "pages" }?.isTrusted == isTrusted)
    }

    /// The same with dma-bufs, which this machine need not have: the layer takes files in memory for them.
    @Test(arguments: [("plain", true), ("stale", false)])
    func dmaBufsAreProvenOrRefused(profile: String, isTrusted: Bool) throws {
        let probe = (Repository.program as NSString).deletingLastPathComponent + "/RouteProbe"
        let words = Self.command(profile, [probe, "self-test"])
        let (program, end) = try Program.run(words[0], Array(words.dropFirst()))
        #expect(end.status == .exited(0), "\(program.log)")
        for memory in ["buffers", "images", "pages"] {
            #expect(program.output.contains("verdict \(memory) \(isTrusted)"), "\(program.log)")
        }
        if isTrusted { #expect(program.output.contains("hammer udmabuf 200 true"), "\(program.log)") }
    }

    @Test(arguments: ["{", #"{"version": 7, "devices": []}"#])
    func aFileThatCannotBeUnderstoodIsToldAndLeftAlone(text: String) throws {
        let cache = Cache()
        try cache.put(text)
        let found = try examine("nvidia", cache.folder).timelessFindings
        #expect(found.map(\.fault) == ["devices"])
        #expect(found.first?.sentence.contains("devices.json is not used") == true)
        #expect(cache.text == Data(text.utf8))
    }

    /// What frames have shown against a camera's driver, as a program before has written it down.
    @Test func whatFramesHaveShownIsNotTakenBack() throws {
        let cache = Cache()
        _ = try examine("stale", cache.folder)
        var text = String(decoding: try #require(cache.text), as: UTF8.self)
        let verdicts = try #require(text.range(of: #""verdicts" : ["#))
        text.insert(
            contentsOf: #"{"memory":"buffers","writer":"uvcvideo","isTrusted":false},"#,
            at: verdicts.upperBound)
        try cache.put(text)
        _ = try examine("stale", cache.folder)
        let kept = try #require(try cache.records?.devices.first?.verdicts)
        #expect(kept.contains { $0.writer == "uvcvideo" && !$0.isTrusted && $0.isByFrames }, "\(kept)")
        #expect(kept.contains { $0.memory == "pages" && !$0.isByFrames })
    }

    /// Memory that is full now, at the making of the first objects, says nothing about tomorrow.
    @Test func aFailureThatPassesIsNotKept() throws {
        let cache = Cache()
        let report = try examine("hybrid-integrated+oom:5", cache.folder)
        let failed = try #require(report.devices.first { $0.fault != nil }, "\(report.devices.map(\.fault))")
        #expect(!failed.isDeviceLost && !failed.isComplete)
        let record = try #require(try cache.records?.devices.first { $0.name == failed.device.name })
        #expect(!record.isTested && record.unended == 0)
        #expect(record.verdicts.allSatisfy { $0.words != failed.fault }, "\(record.verdicts)")
    }

    @Test func memoryThatNeedsAFeatureIsLeftAlone() throws {
        let device = try #require(try examine("small", Cache().folder).devices.first)
        #expect(device.memoryTimes.first { $0.type == 3 }?.refusal?.contains("not for ordinary") == true)
        #expect(device.memoryTimes.contains { $0.refusal == nil })
    }

    @Test func aDriverThatHangsIsGivenUpAndNamed() throws {
        let cache = Cache()
        // The first submission: a slow processor gets to others in parts whose waits end by themselves.
        let report = try examine("stale+hang:1", cache.folder)
        let device = try #require(report.devices.first)
        let record = try #require(try cache.records?.devices.first)
        #expect(!record.isTested && record.unended == 1 && record.verdicts.count == 3)
        #expect(
            device.fault
                == "the driver of \(device.device.name) has not answered in the self-test for 10 seconds")
        #expect(report.findings.contains { $0.fault == "gpu" && $0.sentence.contains("has not answered") })
    }

    @Test func aFolderThatCannotBeWrittenIsTold() throws {
        let found = try examine("nvidia", "/proc/nowhere").timelessFindings
        #expect(found.map(\.fault) == ["devices"])
        #expect(found.first?.sentence.contains("cannot be written") == true)
        // A folder's name may be a secret.
        #expect(found.first?.sentence.contains("$XDG_CACHE_HOME/viewfinder/") == true)
    }

    /// A reader that has gone is no error, and a disk that is full is one with words.
    @Test(arguments: [("| true", 0, ""), ("> /dev/full", 1, "the output cannot be written")])
    func theOutputsEndIsHeard(end: String, status: Int, words: String) throws {
        let script = "set -o pipefail; \"$@\" \(end)"
        let command = Self.command("nvidia", [Repository.program, "doctor", "--gpu", "--json"])
        let (program, ending) = try Program.run(
            "bash", ["-c", script, "bash"] + command,
            environment: ["WAYLAND_DISPLAY": nil, "XDG_CACHE_HOME": Cache().folder], within: 120)
        #expect(ending.status == .exited(Int32(status)), "\(program.log)")
        #expect(words.isEmpty ? program.errors.isEmpty : program.errors.contains(words), "\(program.errors)")
    }

    @Test(
        "words to Vulkan's loader by which nothing is found are told, and nothing else is advised",
        arguments: [
            ("VK_LOADER_DRIVERS_SELECT", "nothing*"), ("VK_DRIVER_FILES", "/etc/os-release"),
        ])
    func words(name: String, value: String) throws {
        let (program, end) = try Program.run(
            Repository.program, ["doctor", "--gpu", "--json"],
            environment: [
                "WAYLAND_DISPLAY": nil, "XDG_CACHE_HOME": Cache().folder, "VK_ICD_FILENAMES": nil,
                name: value,
            ], within: 60)
        #expect(end.status == .exited(0), "\(program.log)")
        let report = try JSONDecoder().decode(Report.self, from: program.outputBytes)
        #expect(report.findings.map(\.fault) == ["wrongDriver"])
        #expect(report.findings.first?.sentence.hasPrefix("\(name) is \(value)") == true)
    }

    // MARK: - With a camera

    @Test func aCameraThatCannotBeReadIsAFinding() throws {
        let camera = try PreloadedLibrary.environment("one-camera").merging(["WAYLAND_DISPLAY": nil]) { $1 }
        let report = try examine("stale", Cache().folder, ["--source", "Test Camera"], in: camera)
        let tried = try #require(report.cameras.first)
        // Its name is not sent.
        #expect(report.cameras.count == 1 && tried.camera == "camera 1" && tried.fault?.isEmpty == false)
        #expect(tried.device == report.devices.first?.device.name)
        #expect(report.findings.contains { $0.fault == "camera" && $0.sentence.contains("camera 1") })
    }

    @Test func aCameraThatIsNotThereEndsTheDoctor() throws {
        let (program, end) = try Program.run(
            Repository.program, ["doctor", "--gpu", "--source", "Nobody's Camera"],
            environment: ["WAYLAND_DISPLAY": nil])
        #expect(end.status == .exited(1) && program.errors.contains("there is no camera"), "\(program.log)")
    }

    // MARK: - In a window

    @Test func theWindowsModesAreTimed() throws {
        let sway = try HeadlessSway()
        let report = try examine("nvidia", Cache().folder, in: sway.environment)
        #expect(report.window.fault == nil && report.window.device == report.devices.first?.device.name)
        #expect(Set(report.window.modes.map(\.mode)) == ["mailbox", "fifo"])
        for mode in report.window.modes where mode.refusal == nil {
            #expect((mode.imageCount ?? 0) >= 2 && mode.acquire != nil && mode.present != nil)
            #expect(mode.unpaced.count == 3)
            // A busy machine may be a second late.
            #expect(mode.callbacks > 0 && mode.callbacks + mode.missedCallbacks <= 30)
        }
        #expect(report.window.presentation?.name == "mailbox")
        #expect(report.window.modes.contains { $0.refusal == nil })
    }

    @Test func withoutACompositorTheWindowsPartSaysSo() throws {
        let report = try examine("nvidia", Cache().folder)
        #expect(report.window.modes.isEmpty && report.window.fault?.isEmpty == false)
    }

    /// The user's order puts a card first that cannot show pictures here.
    @Test func theDeviceThatIsTakenIsNamedAndWhyTheOthersAreNot() throws {
        let sway = try HeadlessSway()
        let report = try examine(
            "hybrid", Cache().folder,
            in: sway.environment.merging(["__NV_PRIME_RENDER_OFFLOAD": "1"]) { $1 })
        #expect(report.order.map { $0.name.hasPrefix("Sleeping card") } == [true, false])
        #expect(report.order.map(\.isTaken) == [false, true], "\(report.order)")
        #expect(report.order.first?.reason.contains("cannot show pictures") == true)
        #expect(report.window.device == report.order.last?.name)
    }

    private func show(_ profile: String, _ cache: Cache, frames: Int) throws -> (
        last: Statistics, log: String
    ) {
        let sway = try HeadlessSway()
        let words = Self.command(
            profile,
            [
                Repository.program, "--source", "test:320x240@30:NV12", "--frames", "\(frames)", "--stats",
                "-",
                "--path", "fragment",
            ])
        let (program, end) = try Program.run(
            words[0], Array(words.dropFirst()),
            environment: sway.environment.merging(["XDG_CACHE_HOME": cache.folder]) { $1 }, within: 90)
        #expect(end.status == .exited(0), "\(program.log)")
        let lines = program.output.split(separator: "\n")
        let last = try #require(lines.last, "\(program.log)")
        return (try JSONDecoder().decode(Statistics.self, from: Data(last.utf8)), program.log)
    }

    @Test func whatIsFoundOutInTheBackgroundIsKnownAtTheNextStart() throws {
        let cache = Cache()
        var first = try show("stale", cache, frames: 180)
        // On a processor that plays a card the first test may be too short, and each further one has twice the time.
        for _ in 0..<4 where try cache.records?.devices.first?.verdicts.isEmpty != false {
            first = try show("stale", cache, frames: 180)
        }
        #expect(first.last.importRoute?.name == "copy", "\(first.log)")
        #expect(first.last.importRoute?.reason.contains("devices.json") == false)
        let record = try #require(try cache.records?.devices.first, "\(first.log)")
        #expect(record.unended == 0 && record.verdicts.first { $0.memory == "pages" }?.isTrusted == false)
        let second = try show("stale", cache, frames: 30)
        #expect(second.last.importRoute?.name == "copy")
        // The entry that has decided.
        #expect(second.last.importRoute?.reason.contains("(devices.json)") == true, "\(second.log)")
        #expect(try cache.records?.devices.count == 1)
    }

    @Test func theEntryThatHasProvenARouteIsNamed() throws {
        let cache = Cache()
        let report = try examine("powervr", cache.folder)
        let device = try #require(report.devices.first { $0.device.name.hasPrefix("PowerVR") })
        #expect(device.verdicts.first { $0.memory == "pages" }?.isTrusted == true, "\(device.memories)")
        let (last, log) = try show("powervr", cache, frames: 30)
        #expect(last.importRoute?.name == "hostptr", "\(log)")
        #expect(last.importRoute?.reason.contains("proven (devices.json)") == true, "\(log)")
    }

    /// What the tests read of `viewfinder doctor --json`.
    private struct Trials: Decodable {
        struct Choice: Decodable { var name, reason: String }
        struct Trial: Decodable { var drawing: Choice? }
        var trials: [Trial]
    }

    @Test func doctorAndSnapshotsDrawByWhatIsKnownAndChangeNothing() throws {
        let cache = Cache()
        _ = try examine("stale", cache.folder)
        let tested = String(decoding: try #require(cache.text), as: UTF8.self)
        let place = try #require(tested.range(of: "\"barredPaths\" : {"))
        let known = tested.replacingCharacters(
            in: place, with: "\"barredPaths\" : {\"fragment\": \"by a test\"")
        try cache.put(known)
        func run(_ options: [String]) throws -> Program {
            let words = Self.command("stale", [Repository.program] + options)
            let (program, end) = try Program.run(
                words[0], Array(words.dropFirst()),
                environment: ["WAYLAND_DISPLAY": nil, "XDG_CACHE_HOME": cache.folder], within: 120)
            #expect(end.status == .exited(0), "\(program.log)")
            return program
        }
        let doctor = try JSONDecoder().decode(Trials.self, from: run(["doctor", "--json"]).outputBytes)
        let drawing = try #require(doctor.trials.first?.drawing)
        #expect(drawing.name == "compute" && drawing.reason.contains("by a test"), "\(drawing)")
        let picture = "\(cache.folder)/picture.png"
        let snapshot = try run(["snapshot", "-vv", "--source", "test:320x240@30:NV12", "--output", picture])
        #expect(
            snapshot.log.contains("drawn by compute: ") && snapshot.log.contains("by a test"),
            "\(snapshot.log)")
        #expect(snapshot.log.contains("frames by copy: "), "\(snapshot.log)")
        #expect(cache.text == Data(known.utf8))
    }

    /// Starts the program, for as long as nobody ends it.
    private func start(
        _ profile: String, _ cache: Cache, _ sway: HeadlessSway, _ more: [String: String?] = [:]
    ) throws -> Program {
        let words = Self.command(
            profile, [Repository.program, "--source", "test:320x240@30:NV12", "--path", "fragment"])
        return try Program(
            words[0], Array(words.dropFirst()),
            environment: sway.environment.merging(["XDG_CACHE_HOME": cache.folder]) { $1 }
                .merging(more) { $1 })
    }

    @Test func aTestThatTakesTheProgramWithItIsNotBegunAThirdTime() throws {
        let (cache, sway) = (Cache(), try HeadlessSway())
        for count in 1...2 {
            let program = try start("stale", cache, sway)
            try eventually("note \(count)", within: 60, found: { program.log }) {
                try cache.records?.devices.first?.unended == count
            }
            program.kill()
            #expect(try cache.records?.devices.first?.isTested == false)
        }
        let before = cache.text
        let third = try show("stale", cache, frames: 60)
        #expect(third.log.components(separatedBy: "viewfinder doctor --gpu").count == 2, "\(third.log)")
        #expect(cache.text == before && third.last.importRoute?.name == "copy")
        // Who asks for a test gets one.
        _ = try examine("stale", cache.folder)
        #expect(try cache.records?.devices.first?.unended == 0)
    }

    // MARK: - Drivers that hang while a device is opened or closed

    /// The second device that is opened is that of the self-test: whoever closes the window sees it go at once, and a third start begins no test.
    @Test func aTestThatHangsIsNotBegunAThirdTimeThoughTheWindowIsClosed() throws {
        let (cache, sway) = (Cache(), try HeadlessSway())
        // The loader of Vulkan 1.4.363, other than 1.4.309's, lets no surface end while a driver opens a device.
        let keepsSurface =
            VulkanInstance.loaderVersion.compare("1.4.309", options: .numeric) == .orderedDescending
        for count in 1...2 {
            let program = try start("stale+open:2", cache, sway, ["WAYLAND_DEBUG": "client"])
            try eventually("note \(count)", within: 60, found: { program.log }) {
                try cache.records?.devices.first?.unended == count
            }
            program.signal(SIGTERM)
            let end = try program.wait(within: 60).status
            #expect(end == .exited(keepsSurface ? 1 : 0), "\(program.log)")
            #expect(program.errors.contains("the graphics driver does not answer") == keepsSurface)
            #expect(try cache.records?.devices.first?.unended == count)
            // The window's surface stays for as long as the driver is waited for.
            let log = WireLog(program.errors)
            let closed = try #require(log.lastTime(of: "xdg_toplevel.destroy"))
            let gone = log.lastTime(of: "wl_surface.destroy")
            #expect(keepsSurface ? gone == nil : try #require(gone) - closed > 1000, "\(program.log)")
        }
        let third = try show("stale+open:2", cache, frames: 60)
        #expect(third.log.components(separatedBy: "viewfinder doctor --gpu").count == 2, "\(third.log)")
    }

    @Test(.enabled(if: DeviceTests.isLong, "some minutes: make test-long ARGS=calls"))
    func whatWasFoundOutIsKeptThoughTheDeviceCannotBeClosed() throws {
        let (cache, sway) = (Cache(), try HeadlessSway())
        let program = try start("stale+close:1", cache, sway)
        try eventually("the test's end", within: 60, found: { program.log }) {
            try cache.records?.devices.first?.hasEnded == true
        }
        program.signal(SIGTERM)
        #expect(try program.wait(within: 60).status == .exited(0), "\(program.log)")
        #expect(try cache.records?.devices.first?.hasEnded == true)
        let device = try #require(try examine("stale+close:1", Cache().folder).devices.first)
        #expect(device.fault == nil && !device.paths.isEmpty)
    }

    /// The device is lost while the self-test of it hangs.
    @Test(.enabled(if: DeviceTests.isLong, "some minutes: make test-long ARGS=calls"))
    func whereNoDeviceCanBeOpenedAnyMoreTheProgramEndsWithWords() throws {
        let (cache, sway) = (Cache(), try HeadlessSway())
        let beginning = cache.folder + "-begin"
        defer { try? FileManager.default.removeItem(atPath: beginning) }
        let program = try start("stale+open:2+lost:3", cache, sway, ["VIEWFINDER_LAYER_FROM": beginning])
        try eventually("the hang", within: 60, found: { program.log }) {
            program.errors.contains("vkCreateDevice hangs")
        }
        #expect(FileManager.default.createFile(atPath: beginning, contents: nil))
        #expect(try program.wait(within: 60).status == .exited(1), "\(program.log)")
        let words = "does not come back from opening it, and no graphics device can be opened meanwhile"
        #expect(program.errors.contains(words), "\(program.log)")
        #expect(try cache.records?.devices.first?.unended == 1)
    }

    @Test(.enabled(if: DeviceTests.isLong, "some minutes: make test-long ARGS=calls"))
    func aDeviceIsNotBlamedForTheDriverOfAnother() throws {
        let cache = Cache()
        let report = try examine("hybrid+open:1", cache.folder)
        let hanging = try #require(report.devices.first)
        #expect(report.devices.count == 1 && hanging.fault?.contains("has not answered") == true)
        let words = "is not tested: the driver of \(hanging.device.name) does not come back from opening it"
        #expect(report.findings.contains { $0.fault == "gpu" && $0.sentence.contains(words) })
        #expect(try cache.records?.devices.map(\.name) == [hanging.device.name])
    }

    @Test func aDeviceThatIsOpenedAnewIsTested() throws {
        let (cache, sway) = (Cache(), try HeadlessSway())
        let beginning = cache.folder + "-begin"
        defer { try? FileManager.default.removeItem(atPath: beginning) }
        let program = try start("stale+lost:3", cache, sway, ["VIEWFINDER_LAYER_FROM": beginning])
        try eventually("the first test", within: 60, found: { program.log }) {
            try cache.records?.devices.first?.hasEnded == true
        }
        try FileManager.default.removeItem(atPath: cache.file)
        #expect(FileManager.default.createFile(atPath: beginning, contents: nil))
        try eventually("the second test", within: 60, found: { program.log }) {
            try cache.records?.devices.first?.hasEnded == true
        }
        program.kill()
    }

    @Test func aDamagedFileChangesNothingButTheLog() throws {
        let cache = Cache()
        try cache.put("{")
        let (last, log) = try show("stale", cache, frames: 30)
        #expect(last.importRoute?.name == "copy")
        #expect(log.components(separatedBy: "is not used").count == 2, "\(log)")
        #expect(cache.text == Data("{".utf8))
    }

    @Test func nothingIsKeptOfTheProcessor() throws {
        let cache = Cache()
        _ = try show("plain", cache, frames: 30)
        #expect(cache.text == nil)
    }
}
