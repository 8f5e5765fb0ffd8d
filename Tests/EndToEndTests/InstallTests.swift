import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct InstallTests {
    private let program = Repository.path(".build/release/viewfinder")
    private let prefix = NSTemporaryDirectory() + "viewfinder-prefix-\(UUID().uuidString)"

    @Test func whatMakeInstallsIsFoundAndStartedByALauncher() throws {
        try Requirement.programs("gio", "make")
        try requireRelease()
        defer { try? FileManager.default.removeItem(atPath: prefix) }
        try make("install")
        for file in [
            "bin/viewfinder", "share/metainfo/\(Viewfinder.application).metainfo.xml",
            "share/man/man1/viewfinder.1",
            "share/icons/hicolor/scalable/apps/\(Viewfinder.application).svg",
        ] {
            #expect(FileManager.default.fileExists(atPath: "\(prefix)/\(file)"), "\(file) is missing")
        }
        try startByDesktopFile("\(prefix)/share/applications/\(Viewfinder.application).desktop")
        try make("uninstall")
        #expect(try files() == [])
    }

    @Test func theInstalledProgramIsSmallAndItsSymbolsComeOnRequest() throws {
        try Requirement.programs("make", "nm", "addr2line")
        try requireRelease()
        defer { try? FileManager.default.removeItem(atPath: prefix) }
        let installed = "\(prefix)/bin/viewfinder"
        let symbol = try Program.run("sh", ["-c", "nm \"$1\" | grep ' T Viewfinder_main$'", "-", program])
        let start = try #require(symbol.program.output.split(separator: " ").first)
        let nameOfStart = {
            try Program.run("addr2line", ["-f", "-e", installed, "\(start)"]).program.output
        }

        try make("install")
        let attributes = try FileManager.default.attributesOfItem(atPath: installed)
        // With the system's glslang, which is larger in newer releases: 25.5 MB on Debian 12, 26.5 on 13, 27.9 on testing.
        #expect(try #require(attributes[.size] as? Int) <= 28_000_000)
        #expect(try nameOfStart().hasPrefix("??"))
        try make("install-debug")
        // Newer binutils tell the name of the source and not that of the linker.
        #expect(try nameOfStart().starts(with: /(Viewfinder_)?main\n/))
        // Symbols of another program would be worse than none.
        try make("install")
        #expect(try nameOfStart().hasPrefix("??"))
        try make("install-debug")
        try make("uninstall")
        #expect(try files() == [])
    }

    private func requireRelease() throws {
        try Requirement.check(
            FileManager.default.fileExists(atPath: program),
            "the release is not built; `make build` builds it")
    }

    private func make(_ target: String) throws {
        // It builds first whatever has changed, which takes minutes.
        let check = try Program.run(Repository.path("scripts/build"), ["--is-current"])
        try #require(
            check.end.status == .exited(0), "the release is older than the sources: run scripts/build")
        let run = try Program.run(
            "make", ["-C", Repository.root.path, target, "PREFIX=\(prefix)"], within: 1200)
        try #require(run.end.status == .exited(0), "\(run.program.log)")
    }

    /// What is installed, without the desktop's own lists of what it has found.
    private func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: prefix).filter { path in
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(
                atPath: "\(prefix)/\(path)", isDirectory: &isFolder)
            return isThere && !isFolder.boolValue && !path.hasSuffix(".cache")
        }
    }

    private func startByDesktopFile(_ path: String) throws {
        #expect(try Program.run("desktop-file-validate", [path]).end.status == .exited(0))
        let sway = try HeadlessSway()
        let launcher = try Program("gio", ["launch", path], environment: sway.environment)
        try eventually("the window", within: 30, found: { launcher.log }) {
            try sway.windows().contains { $0.application == Viewfinder.application }
        }
        try sway.command("[app_id=\"\(Viewfinder.application)\"] kill")
        try eventually("the window's end") { try sway.windows().isEmpty }
    }
}
