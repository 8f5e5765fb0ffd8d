import Foundation
import TestSupport
import Testing

/// The fuzzer's targets with the inputs that the repository keeps: what it begins with, and what it has found.
struct CorpusTests {
    private static let folder = Repository.path("Tests/Fuzz")

    @Test(arguments: FuzzTarget.allCases)
    func everyKeptInputKeepsItsPromises(_ target: FuzzTarget) throws {
        let folder = "\(Self.folder)/Corpus/\(target.rawValue)"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(!names.isEmpty, "\(folder) is empty")
        for name in names {
            let bytes = [UInt8](try #require(FileManager.default.contents(atPath: "\(folder)/\(name)")))
            try expectPromises(target, bytes, name)
            // A file that was not copied whole.
            try expectPromises(target, Array(bytes.prefix(bytes.count / 2)), "the first half of \(name)")
        }
    }

    /// A few inputs near the kept ones, for who has no fuzzer at hand; the same ones in each run.
    @Test(arguments: FuzzTarget.allCases)
    func nearInputsKeepTheirPromises(_ target: FuzzTarget) throws {
        let folder = "\(Self.folder)/Corpus/\(target.rawValue)"
        var random = SeededNumbers(seed: 1)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let bytes = [UInt8](try #require(FileManager.default.contents(atPath: "\(folder)/\(name)")))
            for round in 0..<5 where !bytes.isEmpty {
                var changed = bytes
                for _ in 0...Int.random(in: 0..<8, using: &random) {
                    let place = Int.random(in: changed.indices, using: &random)
                    changed[place] = .random(in: 0...255, using: &random)
                }
                try expectPromises(target, changed, "\(name), changed for the time \(round)")
            }
        }
    }

    @Test func everyTargetHasAProgram() throws {
        let manifest = try String(contentsOfFile: "\(Self.folder)/Package.swift", encoding: .utf8)
        let programs = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/Targets")
        #expect(Set(programs) == Set(FuzzTarget.allCases.map(\.rawValue)))
        for target in FuzzTarget.allCases { #expect(manifest.contains("\"\(target.rawValue)\"")) }
    }

    private func expectPromises(_ target: FuzzTarget, _ bytes: [UInt8], _ name: String) throws {
        let begin = ContinuousClock.now
        do {
            try target.run(bytes)
        } catch let fault as FuzzFault {
            Issue.record("\(target), \(name): \(fault)")
        }
        // What takes long here would take two seconds somewhere else.
        #expect(ContinuousClock.now - begin < .seconds(10), "\(target), \(name)")
    }
}
