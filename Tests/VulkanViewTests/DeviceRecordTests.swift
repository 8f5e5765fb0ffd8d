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
        record.unended = 1
        record.verdicts = [DeviceVerdict(.buffers, isTrusted: true)]
        record.barredPaths = ["fragment": "NV12: pixel 0, 0"]
        return record
    }

    @Test func aFileForReadingOnlyStaysAsItIs() throws {
        try Self.withFile { device, file, path in
            let record = Self.record(file.key(of: device))
            try file.keep(record)
            let reader = DeviceRecordFile(path: path, program: "test 1", isReadOnly: true)
            var changed = record
            changed.verdicts = []
            try reader.keep(changed)
            #expect(try reader.record(of: device) == record)
        }
    }

    @Test func aVerdictOnFifoIsThatOfOneCompositorAndOneBuildOfADriver() throws {
        try Self.withFile { device, file, path in
            let driver = DriverIdentity(name: "radv", version: 7, driverUUID: "01")
            #expect(file.mayUseFifo(on: "mutter", by: driver) == nil)
            try file.keep(PresentationVerdict(on: "mutter", by: driver, mayUseFifo: true))
            try file.keep(Self.record(file.key(of: device)))
            try file.keep(PresentationVerdict(on: "kwin", by: driver, mayUseFifo: false))
            #expect(file.mayUseFifo(on: "mutter", by: driver) == true)
            #expect(file.mayUseFifo(on: "kwin", by: driver) == false)
            #expect(try file.record(of: device) != nil)
            for other in [
                DriverIdentity(name: "anv", version: 7, driverUUID: "01"),
                DriverIdentity(name: "radv", version: 8, driverUUID: "01"),
                DriverIdentity(name: "radv", version: 7, driverUUID: "02"),
            ] { #expect(file.mayUseFifo(on: "mutter", by: other) == nil) }
            // Another version of the program asks no second time.
            let program = DeviceRecordFile(path: path, program: "test 2")
            #expect(program.mayUseFifo(on: "kwin", by: driver) == false)
        }
    }

    @Test func aVerdictAgainstFifoStays() throws {
        try Self.withFile { _, file, _ in
            let driver = DriverIdentity(name: "radv")
            for mayUseFifo in [true, false, true] {
                try file.keep(PresentationVerdict(on: "mutter", by: driver, mayUseFifo: mayUseFifo))
            }
            #expect(file.mayUseFifo(on: "mutter", by: driver) == false)
        }
    }

    @Test func ofCompositorsTheNewestAreKept() throws {
        try Self.withFile { _, file, _ in
            let driver = DriverIdentity(name: "radv")
            for number in 0..<70 {
                try file.keep(PresentationVerdict(on: "\(number)", by: driver, mayUseFifo: true))
            }
            #expect(
                file.mayUseFifo(on: "5", by: driver) == nil && file.mayUseFifo(on: "6", by: driver) == true)
        }
    }

    @Test func aVerdictThatCannotBeUnderstoodIsNone() throws {
        try Self.withFile { _, file, path in
            let driver = DriverIdentity(name: "radv")
            try file.keep(PresentationVerdict(on: "a", by: driver, mayUseFifo: true))
            try file.keep(PresentationVerdict(on: "b", by: driver, mayUseFifo: true))
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let place = try #require(text.range(of: "\"mayUseFifo\" : true"))
            try text.replacingCharacters(in: place, with: "\"mayUseFifo\" : 7")
                .write(toFile: path, atomically: true, encoding: .utf8)
            #expect(
                file.mayUseFifo(on: "a", by: driver) == nil && file.mayUseFifo(on: "b", by: driver) == true)
            try "{".write(toFile: path, atomically: true, encoding: .utf8)
            #expect(file.mayUseFifo(on: "b", by: driver) == nil)
            #expect(throws: DeviceRecordError.self) {
                try file.keep(PresentationVerdict(on: "b", by: driver, mayUseFifo: true))
            }
        }
    }

    @Test func whatFramesHaveShownOfADriversPagesIsKnownAgain() {
        var seen = ImportKnowledge()
        seen.refuse(.driverPages("v4l2loopback"), "overwritten")
        seen.refuse(.pages, "stale")
        let knowledge = DeviceVerdict.knowledge(DeviceVerdict.all(of: seen), from: "")
        #expect(knowledge.verdicts == seen.verdicts)
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
        "", "{", "[]", #"{"version": 2, "devices": 7}"#, #"{"version": 1, "devices": 7}"#, "\u{0}\u{ff}",
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

    @Test func anotherVersionsFileIsNoDamageWhateverItsShape() throws {
        try Self.withFile { device, file, path in
            let folder = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(#"{"version": 2, "cards": {}}"#.utf8).write(to: URL(fileURLWithPath: path))
            do throws(DeviceRecordError) {
                _ = try file.record(of: device)
                Issue.record("it was read")
            } catch {
                #expect(error.isOfOtherVersion && error.description.contains("another version"))
            }
        }
    }

    /// A value that this program does not know spoils nothing but its own record.
    @Test func aRecordThatCannotBeUnderstoodCountsAsNone() throws {
        try Self.withFile { device, file, path in
            let record = Self.record(file.key(of: device))
            try file.keep(record)
            let other = DeviceRecordFile(path: path, program: "test 2")
            try other.keep(Self.record(other.key(of: device)))
            var text = try String(contentsOfFile: path, encoding: .utf8)
            let place = try #require(text.range(of: #""buffers""#, options: .backwards))
            text.replaceSubrange(place, with: #""tiles""#)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(try other.record(of: device) == nil)
            #expect(try file.record(of: device) == record)
            try other.keep(Self.record(other.key(of: device)))
            #expect(try other.record(of: device) != nil)
        }
    }

    /// Puts a text in the place of another one in the file.
    private static func replace(_ old: String, with new: String, in path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let place = try #require(text.range(of: old), "\(text)")
        try Data(text.replacingCharacters(in: place, with: new).utf8).write(to: URL(fileURLWithPath: path))
    }

    /// Numbers that no program has written, which are brought into their range, or make the record none.
    @Test(
        arguments: [#""unended" : 1"#, #""shortened" : 0"#, #""driverVersion" : "#],
        [
            "9223372036854775807", "-9223372036854775808", "18446744073709551616", "-1", "1e300", "0.5",
            "\"many\"", "null", "[]",
        ])
    func noNumberOfADamagedFileIsTrusted(member: String, value: String) throws {
        try Self.withFile { device, file, path in
            try file.keep(Self.record(file.key(of: device)))
            let name = try #require(member.split(separator: ":").first)
            try Self.replace(
                member, with: "\(name): \(value)" + (member.hasSuffix(" ") ? ", \"was\" : " : ""), in: path)
            var record = try file.recordToChange(of: device)
            #expect((0...DeviceRecord.mostNoted).contains(record.unended))
            #expect((1...16).contains(record.timeFactor))
            // What a program does with it next.
            record.take(Self.report(device))
            #expect(record.timeFactor <= 16)
            record.noteBegin()
            record.take(Self.report(device, fault: "it was lost", isLost: true))
            try file.keep(record)
            #expect(try file.record(of: device) != nil)
        }
    }

    @Test(arguments: [
        #"{"version": NaN, "devices": []}"#, #"{"version": 1e400, "devices": []}"#,
        #"{"version": "1", "devices": []}"#, #"{"version": 1, "devices": {}}"#,
        String(repeating: "[", count: 200_000), String(repeating: #"{"version":"#, count: 20_000),
        #"{"version": 1, "devices": "# + String(repeating: "[", count: 5000)
            + String(repeating: "]", count: 5000) + "}",
    ])
    func aDamagedFileIsOneLine(_ text: String) throws {
        try Self.withFile { device, file, path in
            let folder = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            do throws(DeviceRecordError) {
                _ = try file.record(of: device)
                Issue.record("it was read")
            } catch {
                #expect(error.description.hasPrefix("\(path) is not used"))
                #expect(!error.description.contains("\n"))
            }
        }
    }

    @Test func aFileNeverBecomesTooLargeToBeRead() throws {
        try Self.withFile { device, file, path in
            let words = String(repeating: "a driver's words. ", count: 5000)
            for number in 0..<6 {
                let one = DeviceRecordFile(path: path, program: "test \(number)")
                var record = Self.record(one.key(of: device))
                record.verdicts = [DeviceVerdict(.pages, isTrusted: false, words: words)]
                try one.keep(record)
                #expect(try one.record(of: device) == record)
            }
            #expect(try DeviceRecordFile(path: path, program: "test 4").record(of: device) != nil)
            #expect(try DeviceRecordFile(path: path, program: "test 0").record(of: device) == nil)
            var record = Self.record(file.key(of: device))
            record.barredPaths = ["fragment": String(repeating: words, count: 4)]
            do throws(DeviceRecordError) {
                try file.keep(record)
                Issue.record("it was kept")
            } catch {
                #expect(error.description == "\(path) is not written: it would be too large")
            }
        }
    }

    /// Another card of the same kind, another build of the driver or of the kernel, another program.
    @Test(
        arguments: [
            ("device", "0123456789abcdef0123456789abcdef"), ("driver", "00000000000000000000000000000000"),
            ("name", "another card"), ("kernel", "6.1.0 #2"), ("program", "test 2"), ("driverVersion", nil),
        ] as [(String, String?)])
    func aRecordIsOfOneDeviceUnderOneDriverAndKernel(member: String, value: String?) throws {
        try Self.withFile { device, file, path in
            try file.keep(Self.record(file.key(of: device)))
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let key = try #require(text.firstMatch(of: /"key" : \{[^}]*\}/)).output
            let line = try #require(
                key.split(separator: "\n").first { $0.contains("\"\(member)\" :") }, "\(key)")
            #expect(try file.record(of: device) != nil)
            let comma = line.hasSuffix(",") ? "," : ""
            let written = value.map { "\"\($0)\"" } ?? "\(device.driver.version ^ 1)"
            try Self.replace(
                String(key),
                with: String(key).replacingOccurrences(
                    of: String(line), with: "\"\(member)\" : \(written)\(comma)"), in: path)
            #expect(try file.record(of: device) == nil)
            // It stays for the other.
            try file.keep(Self.record(file.key(of: device)))
            #expect(try String(contentsOfFile: path, encoding: .utf8).contains(written))
        }
    }

    /// As someone may have written it, or an older program.
    @Test func whatIsSaidOfADriverIsTheWordOfFrames() throws {
        let text = """
            [{"memory": "buffers", "writer": "uvcvideo", "isTrusted": false},
             {"memory": "own", "isTrusted": false}, {"memory": "pages", "isTrusted": true}]
            """
        let verdicts = try JSONDecoder().decode([DeviceVerdict].self, from: Data(text.utf8))
        #expect(verdicts.map(\.isByFrames) == [true, true, false])
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

    @Test(.onProcessor) func nothingIsLearnedAboutTheProcessor() throws {
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

    // MARK: - What a test changes

    /// A report as a test makes it.
    private static func report(
        _ device: PhysicalDevice, _ verdicts: [DeviceVerdict] = [], fault: String? = nil,
        isLost: Bool = false, isComplete: Bool = false
    ) -> SelfTestReport {
        var report = SelfTestReport(device.facts)
        (report.verdicts, report.fault, report.isDeviceLost) = (verdicts, fault, isLost)
        report.isComplete = isComplete
        return report
    }

    @Test func whatFramesHaveShownIsNotTakenBackByATest() throws {
        try Self.withFile { device, file, _ in
            let seen = [
                DeviceVerdict(.buffers, isTrusted: false, words: "old", writer: "uvcvideo", isByFrames: true),
                DeviceVerdict(.pages, isTrusted: false, words: "old", isByFrames: true),
                DeviceVerdict(.own, isTrusted: false, words: "old", isByFrames: true),
            ]
            var record = DeviceRecord(file.key(of: device), name: "a card")
            record.verdicts = [DeviceVerdict(.images, isTrusted: false, words: "a test before")]
            record.add(seen)
            let found = [
                DeviceVerdict(.buffers, isTrusted: true), DeviceVerdict(.pages, isTrusted: true),
            ]
            record.take(Self.report(device, found, isComplete: true))
            #expect(record.isTested && !record.mayBeTested)
            #expect(Set(record.verdicts) == Set(seen + found.prefix(1)))
            let knowledge = DeviceVerdict.knowledge(record.verdicts, from: "")
            #expect(knowledge.refusal(of: .shared(driver: "uvcvideo"), byProcessor: true) == "old")
            #expect(knowledge.refusal(of: .pages) == "old")
        }
    }

    @Test func aTestWithoutTimeForEverythingIsRepeatedWithMore() throws {
        try Self.withFile { device, file, _ in
            var record = DeviceRecord(file.key(of: device), name: "a card")
            let proven = DeviceVerdict(.buffers, isTrusted: true)
            record.take(Self.report(device, [proven]))
            #expect(!record.isTested && record.mayBeTested && record.timeFactor == 2)
            // Nothing is taken back by one that has looked at less.
            record.take(Self.report(device))
            #expect(record.verdicts == [proven] && record.timeFactor == 4)
            for _ in 0..<40 { record.take(Self.report(device)) }
            #expect(record.timeFactor == 16 && record.mayBeTested)
            record.take(Self.report(device, isComplete: true))
            #expect(record.isTested && record.verdicts.isEmpty && record.timeFactor == 1)
        }
    }

    @Test func whatPassesSaysNothingAboutTheDevice() throws {
        try Self.withFile { device, file, _ in
            var record = DeviceRecord(file.key(of: device), name: "a card")
            record.take(Self.report(device, fault: "no memory left"))
            #expect(!record.isTested && record.mayBeTested && record.verdicts.isEmpty)
            #expect(record.unended == 0 && record.timeFactor == 1)
        }
    }

    @Test func aLossTrustsNothingUntilATestGoesWell() throws {
        try Self.withFile { device, file, _ in
            var record = DeviceRecord(file.key(of: device), name: "a card")
            record.unended = 1
            record.take(Self.report(device, fault: "it was lost", isLost: true))
            #expect(record.verdicts.count == 3 && record.verdicts.allSatisfy { !$0.isTrusted })
            #expect(!record.isTested && record.mayBeTested && record.unended == 1)
            record.unended = 2
            record.take(Self.report(device, fault: "it was lost", isLost: true))
            #expect(!record.mayBeTested)
            record.take(Self.report(device, [DeviceVerdict(.pages, isTrusted: true)], isComplete: true))
            #expect(record.isTested && record.unended == 0)
            #expect(record.verdicts == [DeviceVerdict(.pages, isTrusted: true)])
        }
    }

    // MARK: - A program's learning

    private final class Words: @unchecked Sendable {
        // Sendable: under the lock.
        private let lock = NSLock()
        private var lines: [String] = []
        func add(_ line: String) { lock.withLock { lines.append(line) } }
        var all: [String] { lock.withLock { lines } }
    }

    private struct Handler: LogHandler {
        let words: Words
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }
        func log(event: LogEvent) { words.add("\(event.level): \(event.message)") }
    }

    private static func withLearning(
        _ body: (VulkanDevice, DeviceRecordFile, DeviceLearning, Words) throws -> Void
    ) throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try withValidatedDevice { device in
            let (file, words) = (DeviceRecordFile(path: "\(folder)/devices.json", program: "test"), Words())
            // A graphics card is played by lavapipe, which compiles for longer than a card's whole self-test may take.
            let learning = DeviceLearning(
                file, logger: Logger(label: "test") { _ in Handler(words: words) }, learnsOfProcessors: true,
                timeFactor: device.isCPU ? 1 : DeviceSelfTest.processorFactor)
            try body(device, file, learning, words)
        }
    }

    @Test func aTestThatIsUnderWayIsNotedAndItsEndTakesTheNoteBack() throws {
        try Self.withLearning { device, file, learning, _ in
            // A program that is gone left a note.
            var record = DeviceRecord(file.key(of: device.physical), name: device.name)
            record.unended = 1
            try file.keep(record)
            learning.begin(on: device)
            learning.pictureIsShown()
            try eventually("the note") { (try? file.record(of: device.physical))?.unended == 2 }
            learning.end()
            // A driver that was busy for longer than the end waits is judged once it comes back.
            try eventually("the note's end", within: 120) {
                (try? file.record(of: device.physical))?.unended == 1
            }
            #expect(try file.record(of: device.physical)?.isTested == false)
        }
    }

    /// A test that hangs in the driver, which has not come back since it was told to end, hangs at the next start, too.
    @Test func aTestWhoseDriverDoesNotComeBackKeepsItsNote() throws {
        try Self.withLearning { device, file, learning, _ in
            learning.begin(on: device)
            // No device is opened meanwhile.
            try LoaderGate.shared.pass("a test", patience: 60_000_000_000) { () throws(VulkanError) in
                learning.pictureIsShown()
                var isNoted = false
                for _ in 0..<6000 where !isNoted {
                    isNoted = (try? file.record(of: device.physical))?.unended == 1
                    usleep(10_000)
                }
                #expect(isNoted)
                learning.end()
                #expect((try? file.record(of: device.physical))?.unended == 1)
            }
            // The program goes on, and sees that it was no hang.
            try eventually("the note's end", within: 120) {
                (try? file.record(of: device.physical))?.unended == 0
            }
        }
    }

    /// Two programs at once: the one that is closed early takes back its own note alone.
    @Test func theNoteOfAnotherProgramIsNotKeptByOneThatIsClosedEarly() throws {
        try Self.withLearning { device, file, learning, _ in
            // The other one's test is under way.
            var record = DeviceRecord(file.key(of: device.physical), name: device.name)
            record.noteBegin()
            try file.keep(record)
            learning.begin(on: device)
            learning.pictureIsShown()
            try eventually("the note") { (try? file.record(of: device.physical))?.unended == 2 }
            // It comes to its end, without time for everything.
            record.take(Self.report(device.physical))
            try file.keep(record)
            learning.end()
            try eventually("the note's end", within: 120) {
                (try? file.record(of: device.physical))?.unended == 0
            }
        }
    }

    @Test func aTestThatIsUnderWayWhenTheDeviceFailsCountsAndIsNotBegunAgain() throws {
        try Self.withLearning { device, file, learning, words in
            learning.begin(on: device)
            learning.pictureIsShown()
            try eventually("the note") { (try? file.record(of: device.physical))?.unended == 1 }
            learning.deviceFailed()
            // The device is opened anew.
            learning.begin(on: device)
            #expect(try file.record(of: device.physical)?.unended == 1)
            learning.pictureIsShown()
            learning.end()
            #expect(try file.record(of: device.physical)?.unended == 1)
            #expect(try file.record(of: device.physical)?.isTested == false)
            #expect(words.all.count { $0.contains("was under way") } == 1, "\(words.all)")
        }
    }

    @Test func aDeviceThatFailsWithoutATestIsTestedAnew() throws {
        try Self.withLearning { device, file, learning, _ in
            learning.begin(on: device)
            learning.deviceFailed()
            learning.begin(on: device)
            learning.pictureIsShown()
            try eventually("the note") { (try? file.record(of: device.physical))?.unended == 1 }
            learning.end()
            try eventually("the note's end", within: 120) {
                (try? file.record(of: device.physical))?.unended == 0
            }
        }
    }

    @Test func whatIsLearnedIsKeptBesideWhatFramesHaveShown() throws {
        try Self.withLearning { device, file, learning, _ in
            var record = DeviceRecord(file.key(of: device.physical), name: device.name)
            let seen = DeviceVerdict(
                .buffers, isTrusted: false, words: "old", writer: "uvcvideo", isByFrames: true)
            record.add([seen])
            try file.keep(record)
            learning.begin(on: device)
            device.importTrust.refuse(.shared(driver: "vivid"), "meanwhile")
            learning.pictureIsShown()
            try eventually("the end of the test", within: 120) {
                (try? file.record(of: device.physical))?.isTested == true
            }
            let kept = try #require(try file.record(of: device.physical))
            #expect(kept.unended == 0 && kept.verdicts.contains(seen))
            #expect(kept.verdicts.contains { $0.writer == "vivid" && $0.isByFrames })
            let knowledge = device.importTrust.knowledge
            #expect(knowledge.refusal(of: .shared(driver: "uvcvideo"))?.hasPrefix("old") == true)
            learning.end()
            #expect(try file.record(of: device.physical)?.isTested == true)
        }
    }

    @Test func afterTwoTestsWithoutAnEndNoneIsBegunAndNothingIsReadInPlace() throws {
        try Self.withLearning { device, file, learning, words in
            var record = DeviceRecord(file.key(of: device.physical), name: device.name)
            record.verdicts = [DeviceVerdict(.buffers, isTrusted: true)]
            record.unended = 2
            try file.keep(record)
            learning.begin(on: device)
            learning.pictureIsShown()
            learning.end()
            #expect(try file.record(of: device.physical) == record)
            let knowledge = device.importTrust.knowledge
            #expect(knowledge.refusal(of: .pages)?.contains("not come to an end") == true)
            #expect(knowledge.proof(of: .shared(driver: "vivid"), byProcessor: true) == nil)
            #expect(words.all.filter { $0.contains("viewfinder doctor --gpu") }.count == 1)
        }
    }

    @Test func withoutAPlaceForTheNoteNothingIsBegun() throws {
        try withValidatedDevice { device in
            let words = Words()
            let file = DeviceRecordFile(path: "/proc/viewfinder/devices.json", program: "test")
            let learning = DeviceLearning(
                file, logger: Logger(label: "test") { _ in Handler(words: words) }, learnsOfProcessors: true)
            learning.begin(on: device)
            learning.pictureIsShown()
            try eventually("the reason") { words.all.contains { $0.contains("cannot be written") } }
            learning.end()
            #expect(device.importTrust.knowledge == ImportKnowledge())
        }
    }

    @Test func anotherVersionsFileIsNoWarning() throws {
        try Self.withLearning { device, file, learning, words in
            try Data(#"{"version": 9, "devices": {}}"#.utf8).write(
                to: URL(fileURLWithPath: try #require(file.path)))
            learning.begin(on: device)
            learning.pictureIsShown()
            learning.end()
            #expect(words.all.count == 1 && words.all[0].hasPrefix("notice: "), "\(words.all)")
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
