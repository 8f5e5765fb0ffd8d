import Foundation
import Glibc
import LinuxIO
import Testing

@testable import Viewfinder

/// The target of `--stats`: whole lines, and a window that never waits for a reader.
@Suite final class StatisticsFileTests {
    private let folder = NSTemporaryDirectory() + "statistics-\(UUID().uuidString)"
    private let quiet: (Message) -> Void = { _ in }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func anOldFileStaysUntilTheFirstReport() throws {
        let path = folder + "/stats"
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        do { _ = try StatisticsFile(path: path) }
        #expect(try text(path) == "old" && names == ["stats"])
        let file = try StatisticsFile(path: path)
        #expect(try text(path) == "old")
        for line in ["1", "2", "3"] { file.write(line, tell: quiet) }
        #expect(try text(path) == "1\n2\n3\n" && names == ["stats"])
    }

    @Test func aLinkIsReplacedAndWhatItNamesStays() throws {
        try Data("other".utf8).write(to: URL(fileURLWithPath: folder + "/other"))
        #expect(symlink(folder + "/other", folder + "/stats") == 0)
        try StatisticsFile(path: folder + "/stats").write("1", tell: quiet)
        #expect(try text(folder + "/other") == "other" && text(folder + "/stats") == "1\n")
    }

    @Test func aFullDiskEndsThem() throws {
        let file = try StatisticsFile(path: "/dev/full")
        for _ in 0..<3 { file.write("1", tell: quiet) }
        #expect(throws: ViewfinderError.self) { try StatisticsFile(path: folder) }
        #expect(throws: ViewfinderError.self) { try StatisticsFile(path: folder + "/no/stats") }
    }

    @Test func aReaderThatDoesNotReadLosesLinesAndHoldsNobodyUp() throws {
        let path = folder + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        // Nobody has it open.
        #expect(throws: ViewfinderError.self) { try StatisticsFile(path: path) }
        let reader = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
        let file = try StatisticsFile(path: path)
        let lines = (0..<100).map { "\($0) " + String(repeating: "x", count: 5000) }
        let clock = ContinuousClock()
        let took = clock.measure { for line in lines { file.write(line, tell: quiet) } }
        #expect(took < .seconds(5))
        var got: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        func read() {
            while let count = try? part.withUnsafeMutableBytes({ try unsafe reader.read(into: $0) }),
                count > 0
            {
                got += part.prefix(count)
            }
        }
        read()
        file.write("last", tell: quiet)
        read()
        let found = String(decoding: got, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(found.last == "last" && found.count > 5 && found.count < lines.count)
        #expect(found.dropLast().allSatisfy(lines.contains), "each line is whole")
    }
}
