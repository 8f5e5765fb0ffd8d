import Capture
import Faults
import Foundation
import Frames
import LinuxIO
import PictureFiles
import TestSupport
import Testing

@testable import Viewfinder

/// The promises of the table of faults that the program's files keep.
struct PromiseTests {
    private let folder = NSTemporaryDirectory() + "promises-\(UUID().uuidString)"

    /// Does something that must fail in these words.
    private func fails(_ fault: Fault, _ sentence: String, _ work: () throws -> Void) throws {
        try fault.within(.told) {
            #expect {
                try work()
            } throws: {
                "\($0)" == sentence
            }
        }
    }

    /// Does something with a folder, which goes then.
    private func withFolder(_ work: () throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try work()
    }

    @Test func noFolder() throws {
        let sentence = Fault.noFolder.sentence([.path: "/dev/null/pictures", .reason: "Not a directory"])
        try fails(.noFolder, sentence) { _ = try NewFile(in: "/dev/null/pictures", ending: "png") }
    }

    @Test func pictureUnwritten() throws {
        let reason = "No space left on device"
        let sentence = Fault.pictureUnwritten.sentence([.path: "/dev/full", .reason: reason])
        try fails(.pictureUnwritten, sentence) {
            try PNGFile.write(
                "/dev/full", PictureFile(width: 1, height: 1, bytes: [1, 2, 3, 255]))
        }
    }

    @Test func settingsDamaged() throws {
        try withFolder {
            let path = folder + "/settings.json"
            try Data(#"{"version": 1, "cameras": 5}"#.utf8).write(to: URL(fileURLWithPath: path))
            let reason = "'cameras' is no object"
            try fails(.settingsDamaged, Fault.settingsDamaged.sentence([.path: path, .reason: reason])) {
                _ = try SettingsFile(path: path).controls()
            }
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text == #"{"version": 1, "cameras": 5}"#)
        }
    }

    @Test func settingsUnkept() throws {
        let reason = "Not a directory"
        let sentence = Fault.settingsUnkept.sentence([.path: "/dev/null/viewfinder", .reason: reason])
        try fails(.settingsUnkept, sentence) {
            try SettingsFile(path: "/dev/null/viewfinder/settings.json").keep(
                [ControlSetting(key: "brightness", value: 1)], of: "camera")
        }
    }

    @Test func statisticsUnread() throws {
        try withFolder {
            let path = folder + "/pipe"
            var told: [String] = []
            #expect(mkfifo(path, 0o600) == 0)
            let reader = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
            let file = try StatisticsFile(path: path)
            let line = String(repeating: "x", count: 5000)
            try Fault.statisticsUnread.within(.told) {
                for _ in 0..<100 { file.write(line) { told.append($0.description) } }
            }
            #expect(told == [Fault.statisticsUnread.sentence()])
            var (got, part): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65536))
            func read() {
                while let count = try? part.withUnsafeMutableBytes({ try unsafe reader.read(into: $0) }),
                    count > 0
                {
                    got += part.prefix(count)
                }
            }
            read()
            try Fault.statisticsUnread.within(.recovered) {
                file.write("last") { told.append($0.description) }
                read()
            }
            #expect(String(decoding: got, as: UTF8.self).hasSuffix("x\nlast\n"))
        }
    }

    @Test func statisticsUnwritten() throws {
        var told: [String] = []
        let file = try StatisticsFile(path: "/dev/full")
        let reason = "No space left on device"
        try Fault.statisticsUnwritten.within(.told) { file.write("1") { told.append($0.description) } }
        file.write("2") { told.append($0.description) }
        let sentence = Fault.statisticsUnwritten.sentence([.path: "/dev/full", .reason: reason])
        #expect(told == [sentence])
    }
}
