import Faults
import Foundation
import TestSupport
import Testing

@testable import FaultTable

/// The table of faults against its page, the code that takes its words from there, and the tests that hold it.
struct FaultPageTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    }

    @Test func thePageIsTheTable() throws {
        #expect(try text("docs/faults.md") == FaultTable.page, "scripts/fault-docs writes it")
    }

    @Test func everyRowHasItsTestAndEveryTestItsRow() throws {
        for target in Set(Fault.table.map(\.tests)).sorted() {
            let source = try text("Tests/\(target)/PromiseTests.swift")
            let tests = Set(
                source.matches(of: /@Test(?:\([^)]*\))? func (\w+)\(/).map { String($0.output.1) })
            let rows = Fault.table.filter { $0.tests == target }
            #expect(tests == Set(rows.map(\.name)), "\(target)")
            for row in rows {
                let bounds = [("told", row.told), ("recovered", row.recovered)].filter { $0.1 != nil }
                for (bound, _) in bounds where !source.contains("(.\(row.name),") {
                    let isHeld = ["within", "hold"].contains {
                        source.contains("Fault.\(row.name).\($0)(.\(bound)")
                    }
                    #expect(isHeld, "\(target) does not hold \(row.name) against its bound \(bound)")
                }
            }
        }
    }

    @Test func everyFailureOfAPeerHasATestOrOneOfAFewReasons() throws {
        let folder = Repository.path("Tests")
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let tests = try names.filter { $0.hasSuffix("Tests.swift") }.map { try text("Tests/\($0)") }.joined()
        var reasons = 0
        for peer in PeerTable.peers {
            #expect(peer.rows.map(\.count) == PeerTable.failures.map { _ in PeerTable.states.count })
            for case .test(let name) in peer.rows.joined() {
                #expect(tests.contains("func \(name)("), "there is no test \(name)")
            }
            for case .reason in peer.rows.joined() { reasons += 1 }
        }
        #expect(PeerTable.peers.count == 7 && reasons <= 25, "\(reasons)")
    }

    @Test func everySentenceIsSaidSomewhere() throws {
        let folder = Repository.path("Sources")
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let sources = try names.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Faults/") }
            .map { try text("Sources/\($0)") }
        for row in Fault.table where row.words != nil {
            let isSaid = sources.contains {
                $0.contains("Fault.\(row.name).message(") || $0.contains("Fault.\(row.name).sentence(")
                    || $0.contains(", .\(row.name))")
            }
            #expect(isSaid, "nobody says \(row.name)")
        }
    }

    @Test func everyPartOfASentenceIsKnown() {
        #expect(Set(Fault.table.map(\.name)).count == Fault.table.count)
        for row in Fault.table {
            let parts = (row.words ?? "").matches(of: /\{(\w+)\}/).map { String($0.output.1) }
            #expect(parts.allSatisfy { Fault.Part(rawValue: $0) != nil }, "\(row.name)")
            #expect((row.words == nil) || row.told != nil, "\(row.name) has words and no time for them")
        }
    }

    @Test func bracesInAPartStay() {
        let sentence = Fault.unreadable.sentence([.camera: "{reason}", .reason: "{camera}"])
        #expect(sentence == "{reason} cannot be read ({camera}); check its path")
    }
}
