import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct InstallTests {
    @Test func whatMakeInstallsIsFoundAndStartedByALauncher() throws {
        try Requirement.programs("gio", "make")
        try Requirement.check(
            FileManager.default.fileExists(atPath: Repository.path(".build/release/viewfinder")),
            "the release is not built; `make build` builds it")
        let prefix = NSTemporaryDirectory() + "viewfinder-prefix-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: prefix) }
        let make = { (target: String) in
            try Program.run("make", ["-C", Repository.root.path, target, "PREFIX=\(prefix)"])
        }
        let installation = try make("install")
        try #require(installation.end.status == .exited(0), "\(installation.program.log)")
        for file in [
            "bin/viewfinder", "share/metainfo/\(Viewfinder.application).metainfo.xml",
            "share/man/man1/viewfinder.1",
            "share/icons/hicolor/scalable/apps/\(Viewfinder.application).svg",
        ] {
            #expect(FileManager.default.fileExists(atPath: "\(prefix)/\(file)"), "\(file) is missing")
        }
        try startByDesktopFile("\(prefix)/share/applications/\(Viewfinder.application).desktop")
        #expect(try make("uninstall").end.status == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: "\(prefix)/bin/viewfinder"))
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
