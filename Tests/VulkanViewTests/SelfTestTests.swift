import Foundation
import Frames
import LinuxIO
import Logging
import TestSupport
import Testing

@testable import VulkanCore
@testable import VulkanView

/// The test of a device by itself.
@Suite struct SelfTestTests {
    @Test(.onProcessor) func lavapipeDrawsAndReadsTheRightBits() throws {
        try withValidatedDevice { device in
            let report = DeviceSelfTest(device).run(.silent)
            #expect(report.fault == nil && report.isComplete && !report.isDeviceLost)
            let formats = PathTrial.formats
            #expect(report.paths.count == formats.count * 2)
            #expect(report.paths.allSatisfy { $0.difference == nil && $0.refusal == nil }, "\(report.paths)")
            #expect(report.barredPaths.isEmpty)
            let pages = try #require(report.memories.first { $0.memory == .anonymousPages })
            #expect(pages.readings.map(\.way) == ["pages"])
            #expect(pages.readings[0].difference == nil && pages.readings[0].refusal == nil)
            #expect(pages.hammer?.isComplete == true && pages.hammer?.rounds == 200)
            #expect(report.verdicts.first { $0.memory == .pages }?.isTrusted == true)
            #expect(report.times.isEmpty && report.memoryTimes.isEmpty && report.ranking.isEmpty)
        }
    }

    @Test(.onProcessor) func timesAreMeasuredAndRanked() throws {
        try withValidatedDevice { device in
            let report = DeviceSelfTest(device).run(.times)
            #expect(report.fault == nil)
            #expect(report.times.contains { $0.name == "host copy" && ($0.processor ?? 0) > 0 })
            #expect(Set(report.ranking) == Set(report.times.filter { $0.refusal == nil }.map(\.name)))
            for time in report.times where time.refusal == nil {
                let (spread, burst) = (
                    try #require(time.frameToFence), try #require(time.submitToFenceInBurst)
                )
                #expect(0 < spread.median && spread.median <= spread.p90 && burst.median <= burst.p90)
            }
            let visible = report.device.memoryTypes.filter(\.isVisible).count
            #expect(report.memoryTimes.count == visible && visible > 0)
            let usable = report.memoryTimes.filter { $0.refusal == nil }
            #expect(usable.allSatisfy { ($0.copyInto ?? 0) > 0 && ($0.decodeInto ?? 0) > 0 })
            #expect(device.importTrust.checksFirstFrames)
        }
    }

    @Test(arguments: [DeviceSelfTest.Parts.times, .paths, [.routes, .coherence]])
    func aPartOfTheTestIsNotAllOfIt(parts: DeviceSelfTest.Parts) throws {
        try withValidatedDevice { device in #expect(!DeviceSelfTest(device).run(parts).isComplete) }
    }

    /// A card with memory that needs a feature (`VK_AMD_device_coherent_memory`) is one of the tests' own layer's.
    @Test func memoryThatNeedsAFeatureIsLeftAlone() throws {
        try withValidatedDevice { device in
            let count = device.physical.facts.memoryTypes.filter(\.isVisible).count
            let times = try MemoryTimeTrial(device).run { false }
            let refused = times.filter { $0.refusal?.contains("not for ordinary buffers") == true }
            #expect(times.count == count && refused.count == (DeviceProfile.current == .small ? 1 : 0))
        }
    }

    @Test func aReportIsCodedBothWays() throws {
        try withValidatedDevice { device in
            let report = DeviceSelfTest(device).run([.routes, .coherence])
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let text = try encoder.encode(report)
            let again = try JSONDecoder().decode(SelfTestReport.self, from: text)
            #expect(try encoder.encode(again) == text)
            #expect(again.memories == report.memories && again.verdicts == report.verdicts)
        }
    }

    @Test func aTestThatIsStoppedEndsAtOnce() throws {
        try withValidatedDevice { device in
            let report = DeviceSelfTest(device) { true }.run()
            #expect(report.paths.isEmpty && report.memories.isEmpty && report.verdicts.isEmpty)
            #expect(!report.isComplete && report.fault == nil)
        }
    }

    /// The clock is asked before each view, each format and each path.
    @Test(arguments: [(0, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 2), (7, 2), (8, 3)])
    func aTestOfPathsEndsWhereItsTimeIsOver(answers: Int, findings: Int) throws {
        try withValidatedDevice { device in
            var asked = 0
            let found = try PathTrial(device: device) {
                asked += 1
                return asked > answers
            }.run()
            #expect(found.count == findings && asked == answers + 1, "\(found)")
        }
    }

    @Test func aTestOfMemoryEndsWhereItsTimeIsOver() throws {
        try withValidatedDevice { device in
            let trial = MemoryTrial(device: device) { (memory) throws(SystemError) in try TrialMemory(memory)
            }
            let finding = try trial.run(.anonymousPages, hammers: true) { true }
            #expect(finding.hammer == nil || finding.hammer?.rounds == 0)
        }
    }

    @Test func aDriverThatDoesNotAnswerIsGivenUpAndNamed() throws {
        try withValidatedInstance(windowSystem: false) { instance, _ in
            let device = try instance.devices()[0]
            weak var thread: SelfTestRun?
            do {
                let run = SelfTestRun(device, of: instance)
                thread = run
                let report = run.report(.silent, within: 0)
                #expect(report.fault?.contains("the driver of \(device.name) has not answered") == true)
                #expect(report.verdicts.isEmpty && report.device.name == device.name)
                run.stop()
            }
            // It goes on until it sees that nobody waits any more, and keeps all that it needs.
            try eventually("the end of the thread") { thread == nil }
        }
    }

    @Test func aWayWinsByFifteenPercent() {
        #expect(WayRanking.ranked([("a", 1), ("b", 0.9), ("c", 0.84)]) == ["c", "a", "b"])
        #expect(WayRanking.ranked([("a", 1), ("b", 0.84), ("c", 0.8)]) == ["b", "c", "a"])
        #expect(WayRanking.ranked([("a", 1), ("b", 1.2)]) == ["a", "b"])
        #expect(WayRanking.ranked([]) == [])
    }

    // MARK: - Verdicts

    private static func finding(
        _ memory: MemoryFinding.Memory, _ way: String, difference: String? = nil, refusal: String? = nil,
        hammer: MemoryFinding.Hammer? = nil
    ) -> MemoryFinding {
        var finding = MemoryFinding(memory: memory)
        finding.readings = [.init(way: way, difference: difference, refusal: refusal)]
        finding.hammer = hammer
        return finding
    }

    @Test func oneDifferenceRefusesAKind() {
        let good = MemoryFinding.Hammer(rounds: 200, isComplete: true)
        let bad = MemoryFinding.Hammer(rounds: 4, difference: "round 5, byte 64", isMendedBySync: true)
        func verdicts(_ findings: MemoryFinding...) -> [DeviceVerdict.Memory: Bool] {
            Dictionary(
                uniqueKeysWithValues: DeviceVerdict.all(in: findings).map { ($0.memory, $0.isTrusted) })
        }
        #expect(verdicts(Self.finding(.udmabuf, "buffer", hammer: good)) == [.buffers: true])
        #expect(
            verdicts(
                Self.finding(.udmabuf, "buffer", hammer: good),
                Self.finding(.systemHeap, "buffer", hammer: bad))
                == [.buffers: false])
        #expect(
            verdicts(
                Self.finding(.anonymousPages, "pages", hammer: good),
                Self.finding(.filePages, "pages", difference: "byte 3")) == [.pages: false])
        // Not enough rounds, or none at all, prove nothing.
        #expect(verdicts(Self.finding(.udmabuf, "buffer", hammer: .init(rounds: 199))).isEmpty)
        #expect(verdicts(Self.finding(.udmabuf, "buffer", refusal: "no")).isEmpty)
        let image = "image, rows of 640, second plane at 10240"
        #expect(verdicts(Self.finding(.udmabuf, image)) == [.images: true])
        #expect(verdicts(Self.finding(.udmabuf, image, refusal: "no")).isEmpty)
        #expect(
            verdicts(Self.finding(.udmabuf, image), Self.finding(.systemHeap, image, difference: "byte 1"))
                == [.images: false])
    }

    @Test func verdictsAreKnowledge() {
        let verdicts = [
            DeviceVerdict(.buffers, isTrusted: true),
            DeviceVerdict(.images, isTrusted: false, words: "other bytes"),
            DeviceVerdict(
                .buffers, isTrusted: false, words: "old lines", writer: "uvcvideo", isByFrames: true),
        ]
        let knowledge = DeviceVerdict.knowledge(verdicts, from: "devices.json")
        #expect(
            knowledge.proof(of: .shared(driver: "vivid"), byProcessor: true)?.contains("devices.json") == true
        )
        #expect(knowledge.proof(of: .shared(driver: "vivid"), byProcessor: false) == nil)
        #expect(knowledge.refusal(of: .shared(driver: "uvcvideo")) == "old lines (devices.json)")
        #expect(
            knowledge.refusal(of: .shared(driver: "vivid", isImage: true)) == "other bytes (devices.json)")
        #expect(knowledge.refusal(of: .pages) == nil)
        let again = DeviceVerdict.all(of: DeviceVerdict.knowledge(verdicts, from: ""))
        #expect(again.count == 3 && again.allSatisfy(\.isByFrames))
        #expect(again.contains(verdicts[2]))
    }

    @Test func verdictsDecideAboutCameras() {
        func refusal(_ writer: MemoryOrigin.Writer, _ isTrusted: Bool, snoops: Bool) -> String? {
            let verdict = DeviceVerdict(.buffers, isTrusted: isTrusted, words: "old lines")
            return ImportRule.refusal(
                of: writer, .shared(driver: writer.driver), snoops: snoops,
                knowledge: DeviceVerdict.knowledge([verdict], from: "devices.json"))
        }
        let usb = MemoryOrigin.Writer.processor(driver: "uvcvideo")
        #expect(refusal(usb, true, snoops: false) == nil)
        #expect(refusal(usb, false, snoops: false) == "old lines (devices.json)")
        // One that should look into the caches and does not is believed less than the test.
        #expect(refusal(usb, false, snoops: true) == "old lines (devices.json)")
        // What a camera's own device writes never was in the processor's caches.
        #expect(refusal(.device(driver: "unicam"), false, snoops: false) == nil)
    }

    @Test func aBarredPathIsNotChosen() {
        let barred = ["fragment": "NV12: pixel 3, 4 is other"]
        let choice = DrawPath.choose(nil, isCPU: false, barred: barred)
        #expect(choice.path == .compute && choice.reason.contains("NV12: pixel 3, 4"))
        #expect(DrawPath.choose(.fragment, isCPU: false, barred: barred).path == .fragment)
        #expect(DrawPath.choose(nil, isCPU: false, barred: ["compute": ""]).path == .fragment)
        let all = Dictionary(uniqueKeysWithValues: DrawPath.allCases.map { ($0.rawValue, "") })
        #expect(DrawPath.choose(nil, isCPU: false, barred: all).path == .fragment)
    }
}
