import Foundation
import LinuxIO
import Logging
import TestSupport
import Testing

@testable import VulkanCore
@testable import VulkanView

/// The file of what is known about devices.
@Suite struct DeviceRecordTests {
    private static func folder() throws -> String {
        let folder = NSTemporaryDirectory() + "devices-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func withFile(
        _ body: (PhysicalDevice, DeviceRecordFile, _ path: String) throws -> Void
    ) throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/cache/viewfinder/devices.json"
        try withValidatedInstance(windowSystem: false) { instance, _ in
            try body(try instance.devices()[0], DeviceRecordFile(path: path, program: "test 1"), path)
        }
    }

    private static func record(_ key: DeviceRecord.Key) -> DeviceRecord {
        var record = DeviceRecord(key, name: "a card")
        record.isTested = true
        record.verdicts = [DeviceVerdict(.buffers, isTrusted: true)]
        record.barredPaths = ["fragment": "NV12: pixel 0, 0"]
        return record
    }

    @Test func whatIsKeptIsFoundAgain() throws {
        try Self.withFile { device, file, path in
            #expect(try file.record(of: device) == nil)
            let record = Self.record(file.key(of: device))
            try file.keep(record)
            #expect(try file.record(of: device) == record)
            // Another program's, and another driver's, is another key.
            let other = DeviceRecordFile(path: path, program: "test 2")
            #expect(try other.record(of: device) == nil)
            try other.keep(Self.record(other.key(of: device)))
            #expect(try file.record(of: device) == record)
            var changed = record
            changed.verdicts = []
            try file.keep(changed)
            #expect(try file.record(of: device) == changed)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: (path as NSString).deletingLastPathComponent)
            #expect(names == ["devices.json"])
        }
    }

    @Test func noMoreThanTheNewestAreKept() throws {
        try Self.withFile { device, file, path in
            for number in 0..<70 {
                let one = DeviceRecordFile(path: path, program: "test \(number)")
                try one.keep(Self.record(one.key(of: device)))
            }
            #expect(try DeviceRecordFile(path: path, program: "test 5").record(of: device) == nil)
            #expect(try DeviceRecordFile(path: path, program: "test 69").record(of: device) != nil)
            #expect((FileManager.default.contents(atPath: path)?.count ?? 0) < 1 << 18)
        }
    }

    @Test(arguments: [
        "", "{", "[]", #"{"version": 2, "devices": []}"#, #"{"version": 1, "devices": [{}]}"#, "\u{0}\u{ff}",
    ])
    func aFileThatCannotBeUnderstoodIsLeftAlone(_ text: String) throws {
        try Self.withFile { device, file, path in
            let folder = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: DeviceRecordError.self) { try file.record(of: device) }
            #expect(throws: DeviceRecordError.self) { try file.keep(Self.record(file.key(of: device))) }
            #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
        }
    }

    @Test func aFileThatIsTooLargeIsNotRead() throws {
        try Self.withFile { device, file, path in
            let folder = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let text = #"{"version": 1, "devices": []}"# + String(repeating: " ", count: 1 << 19)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: DeviceRecordError.self) { try file.record(of: device) }
        }
    }

    @Test func aFolderThatCannotBeWrittenIsTold() throws {
        try Self.withFile { device, _, _ in
            let unwritable = "/proc/viewfinder/devices.json"
            let file = DeviceRecordFile(path: unwritable, program: "test")
            #expect(try file.record(of: device) == nil)
            do throws(DeviceRecordError) {
                try file.keep(Self.record(file.key(of: device)))
                Issue.record("it was kept")
            } catch {
                #expect(error.description.hasPrefix("\(unwritable) cannot be written"))
            }
            // Nowhere to write is no fault.
            try DeviceRecordFile(path: nil, program: "test").keep(Self.record(file.key(of: device)))
        }
    }

    @Test func nothingIsLearnedAboutTheProcessor() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try withValidatedDevice { device in
            let file = DeviceRecordFile(path: "\(folder)/devices.json", program: "test")
            let learning = DeviceLearning(file, logger: Logger(label: "test"))
            learning.begin(on: device)
            learning.pictureIsShown()
            learning.end()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.isEmpty)
        }
    }

    @Test func aRecordOfAFailureTrustsNothing() throws {
        try Self.withFile { device, file, _ in
            let report = SelfTestReport(device.facts, fault: "the driver has not answered")
            let record = DeviceRecord(file.key(of: device), report)
            #expect(record.isTested)
            #expect(record.verdicts.count == 3 && record.verdicts.allSatisfy { !$0.isTrusted })
        }
    }

    @Test func whatFramesHaveShownStaysBesideARecord() throws {
        try withValidatedDevice { device in
            let trust = device.importTrust
            trust.refuse(.shared(driver: "uvcvideo"), "old lines")
            var record = DeviceRecord(DeviceRecord.Key(device.physical, program: "test"), name: "")
            record.verdicts = [DeviceVerdict(.buffers, isTrusted: true)]
            record.barredPaths = ["compute": "other bits"]
            trust.take(record)
            #expect(trust.knowledge.refusal(of: .shared(driver: "uvcvideo")) == "old lines")
            #expect(trust.knowledge.proof(of: .shared(driver: "vivid"), byProcessor: true) != nil)
            #expect(trust.barredPaths == ["compute": "other bits"])
            #expect(DeviceVerdict.all(of: trust.seenRefusals).map(\.writer) == ["uvcvideo"])
        }
    }
}
