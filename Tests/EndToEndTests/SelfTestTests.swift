import Foundation
import TestSupport
import Testing

/// `viewfinder doctor --gpu` and what is kept of it, on devices that this machine does not have: the tests' own Vulkan layer plays them.
@Suite(.serialized) struct SelfTestTests {
    /// What the tests read of a report.
    private struct Report: Decodable {
        struct Finding: Decodable {
            var fault: String
            var sentence: String
        }

        struct Device: Decodable {
            struct Path: Decodable {
                var path: String
                var format: String
                var difference: String?
                var refusal: String?
            }

            struct Memory: Decodable {
                struct Reading: Decodable {
                    var way: String
                    var difference: String?
                    var refusal: String?
                }

                struct Hammer: Decodable {
                    var rounds: Int
                    var isComplete: Bool
                    var difference: String?
                }

                var memory: String
                var absence: String?
                var readings: [Reading]
                var hammer: Hammer?
            }

            struct Facts: Decodable { var name: String }

            struct Way: Decodable {
                var path: String
                var route: String
            }

            var device: Facts
            var times: [Way]
            var paths: [Path]
            var memories: [Memory]
            var verdicts: [Verdict]
            var barredPaths: [String: String]
            var ranking: [String]
            var fault: String?
        }

        struct Window: Decodable {
            struct Mode: Decodable {
                struct Spread: Decodable { var median: Double }
                var mode: String
                var imageCount: Int?
                var acquire: Spread?
                var present: Spread?
                var unpaced: [Double]
                var refusal: String?
            }

            var device: String?
            var modes: [Mode]
            var fault: String?
        }

        var findings: [Finding]
        var devices: [Device]
        var window: Window
    }

    private struct Verdict: Decodable {
        var memory: String
        var isTrusted: Bool
        var words: String
    }

    /// What the tests read of `devices.json`.
    private struct Records: Decodable {
        struct Record: Decodable {
            struct Key: Decodable { var kernel: String }
            var key: Key
            var name: String
            var isTested: Bool
            var verdicts: [Verdict]
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
        _ profile: String, _ cache: String, in environment: [String: String?] = ["WAYLAND_DISPLAY": nil]
    ) throws -> Report {
        let words = Self.command(profile, [Repository.program, "doctor", "--gpu", "--json"])
        let (program, end) = try Program.run(
            words[0], Array(words.dropFirst()),
            environment: environment.merging(["XDG_CACHE_HOME": cache]) { $1 },
            within: 120)
        #expect(end.status == .exited(0), "\(program.log)")
        #expect(!program.output.contains(NSHomeDirectory()) || NSHomeDirectory() == "/")
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
        #expect(record.isTested && record.name == device.device.name && !record.key.kernel.isEmpty)
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
        let report = try examine("nvidia", cache.folder)
        #expect(report.findings.map(\.fault) == ["devices"])
        #expect(report.findings.first?.sentence.contains("devices.json is not used") == true)
        #expect(cache.text == Data(text.utf8))
    }

    @Test func aDriverThatHangsIsGivenUpAndNamed() throws {
        let report = try examine("stale+hang:20", Cache().folder)
        let device = try #require(report.devices.first)
        #expect(
            device.fault
                == "the driver of \(device.device.name) has not answered in the self-test for 10 seconds")
        #expect(report.findings.contains { $0.fault == "gpu" && $0.sentence.contains("has not answered") })
    }

    @Test func aFolderThatCannotBeWrittenIsTold() throws {
        let report = try examine("nvidia", "/proc/nowhere")
        #expect(report.findings.map(\.fault) == ["devices"])
        #expect(report.findings.first?.sentence.contains("cannot be written") == true)
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
        }
        #expect(report.window.modes.contains { $0.refusal == nil })
    }

    @Test func withoutACompositorTheWindowsPartSaysSo() throws {
        let report = try examine("nvidia", Cache().folder)
        #expect(report.window.modes.isEmpty && report.window.fault?.isEmpty == false)
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
        let first = try show("stale", cache, frames: 180)
        #expect(first.last.importRoute?.name == "copy", "\(first.log)")
        #expect(first.last.importRoute?.reason.contains("devices.json") == false)
        let record = try #require(try cache.records?.devices.first, "\(first.log)")
        #expect(record.isTested)
        #expect(record.verdicts.first { $0.memory == "pages" }?.isTrusted == false)
        let second = try show("stale", cache, frames: 30)
        #expect(second.last.importRoute?.name == "copy")
        // The entry that has decided.
        #expect(second.last.importRoute?.reason.contains("(devices.json)") == true, "\(second.log)")
        #expect(try cache.records?.devices.count == 1)
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
