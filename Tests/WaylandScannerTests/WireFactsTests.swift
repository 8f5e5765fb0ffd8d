import Foundation
import TestSupport
import Testing

@testable import WaylandScanner

/// Compares `protocols/` with the XML files that the machine has; `VIEWFINDER_PROTOCOL_XML` names one more folder, for
/// example a newer checkout.
@Suite struct WireFactsTests {
    /// The release of wayland-protocols that brought what Debian 12 does not have yet.
    private static let releases = ["cursor-shape-v1": "1.32", "fifo-v1": "1.38"]

    private static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: Repository.path("protocols"))) ?? [])
        .filter { $0.hasSuffix(".wire") }.map { String($0.dropLast(5)) }.sorted()

    @Test func thereIsAFileForEachProtocol() { #expect(Self.names.count == 14) }

    @Test(arguments: names) func theFactsAreThoseOfTheInstalledProtocol(name: String) throws {
        let text = try String(contentsOfFile: Repository.path("protocols/\(name).wire"), encoding: .utf8)
        let ours = try ProtocolParser.parse(text, name: name, file: "\(name).wire")
        guard let theirs = try installed(name) else {
            let missing = "not compared: the XML of \(name) is not installed"
            if let release = Self.releases[name], isOlder(try installedRelease(), than: release) {
                Issue.record("\(missing); it came with wayland-protocols \(release)", severity: .warning)
                return
            }
            return try Requirement.check(false, "\(missing); install wayland-protocols and libwayland-dev")
        }
        for interface in ours.interfaces {
            let other = try #require(theirs.interfaces.first { $0.name == interface.name })
            compare(interface, other, theirs.versions)
        }
    }

    // MARK: - Comparison

    private func compare(_ ours: Interface, _ theirs: Interface, _ versions: [String: Int]) {
        let version = min(ours.version, theirs.version)
        compare(ours.requests, theirs.requests, version, "\(ours.name) requests")
        compare(ours.events, theirs.events, version, "\(ours.name) events")
        for enumeration in theirs.enumerations {
            let name = "\(ours.name).\(enumeration.name)"
            guard versions[name] ?? 1 <= version else { continue }
            guard let mine = ours.enumerations.first(where: { $0.name == enumeration.name }) else {
                Issue.record("\(name) is missing")
                continue
            }
            #expect(mine.isBitfield == enumeration.isBitfield, "\(name)")
            compare(mine, enumeration, named: name, version, versions)
        }
    }

    private func compare(_ ours: [Message], _ theirs: [Message], _ version: Int, _ place: String) {
        let (mine, other) = (ours.filter { $0.since <= version }, theirs.filter { $0.since <= version })
        #expect(mine.map(\.name) == other.map(\.name), "\(place)")
        for (mine, other) in zip(mine, other) {
            #expect(mine.since == other.since, "\(place): \(mine.name)")
            #expect(mine.signature == other.signature, "\(place): \(mine.name)")
            #expect(mine.signatureInterfaces == other.signatureInterfaces, "\(place): \(mine.name)")
            #expect(mine.arguments.map(\.name) == other.arguments.map(\.name), "\(place): \(mine.name)")
            if place.hasSuffix("requests") {
                #expect(mine.isDestructor == other.isDestructor, "\(place): \(mine.name)")
            }
            for (argument, known) in zip(mine.arguments, other.arguments) where known.reference != nil {
                #expect(argument.reference == known.reference, "\(place): \(mine.name) \(argument.name)")
            }
        }
    }

    /// Entries of ours may be newer than the installed file, which cannot say so; they must not contradict it.
    private func compare(
        _ ours: Enumeration, _ theirs: Enumeration, named name: String, _ version: Int,
        _ versions: [String: Int]
    ) {
        for entry in theirs.entries where versions["\(name).\(entry.name)"] ?? 1 <= version {
            let mine = ours.entries.first { $0.name == entry.name }
            if mine == nil, ours.isPartial { continue }
            #expect(mine?.value == entry.value, "\(name).\(entry.name)")
        }
        for entry in ours.entries {
            let other = theirs.entries.first { $0.value == entry.value }
            #expect(other == nil || other?.name == entry.name, "\(name).\(entry.name)")
        }
    }

    // MARK: - What is installed

    private func installed(_ name: String) throws -> InstalledProtocol? {
        var folders = ["/usr/share/wayland", "/usr/share/wayland-protocols"]
        if let extra = ProcessInfo.processInfo.environment["VIEWFINDER_PROTOCOL_XML"] {
            folders.insert(extra, at: 0)
        }
        // Some have become stable since, under a name without the word.
        let stable = name.replacing("-unstable", with: "")
        for folder in folders {
            for case let file as URL in FileManager.default.enumerator(
                at: URL(filePath: folder), includingPropertiesForKeys: nil) ?? .init()
            where [name, stable].contains(file.deletingPathExtension().lastPathComponent)
                && file.pathExtension == "xml"
            {
                return try InstalledProtocol(contentsOf: file)
            }
        }
        return nil
    }

    private func installedRelease() throws -> String {
        let (program, _) = try Program.run("pkg-config", ["--modversion", "wayland-protocols"])
        return program.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func isOlder(_ release: String, than other: String) -> Bool {
        release.split(separator: ".").compactMap { Int($0) }
            .lexicographicallyPrecedes(other.split(separator: ".").compactMap { Int($0) })
    }
}
