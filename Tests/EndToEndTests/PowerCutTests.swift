import Foundation
import TestSupport
import Testing

/// What a power cut would leave of files: whole ones under their names, since the bytes go to the disk before the name does.
struct PowerCutTests {
    private struct Call {
        let name: String
        let first: String
        let second: String
    }

    @Test func whatIsSavedIsOnTheDiskBeforeItsNameIs() throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        let log = home + "-calls"
        defer { for path in [home, log] { try? FileManager.default.removeItem(atPath: path) } }
        var environment = try PreloadedLibrary.environment("file-calls")
        environment.merge(["VIEWFINDER_FILE_CALLS": log, "HOME": home, "XDG_CONFIG_HOME": nil]) { $1 }
        let viewfinder = try Viewfinder(["--source", "test:320x180@30:NV12"], environment: environment)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the picture's name") { $0.contains("saved") && $0.contains(".png") }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("a second of a movie") { $0.contains("● 0:01") }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the movie's name") { $0.contains("saved") && !$0.contains(".png") }
        let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Call(name: parts[0], first: parts[1], second: parts[2])
        }
        func place(_ name: String, _ matches: (Call) -> Bool) throws -> Int {
            try #require(calls.firstIndex { $0.name == name && matches($0) }, "\(name) in \(calls)")
        }
        let picture = try #require(calls.firstIndex { $0.second.hasSuffix(".png") })
        // Where the file system knows no files without a name it is renamed.
        #expect(["link", "rename"].contains(calls[picture].name))
        let draft = calls[picture].first
        #expect(try place("fsync") { $0.first == draft } < picture)
        #expect(try place("fsync") { $0.first == home + "/Pictures" } > picture)
        // A movie has its name from its first picture on, and can be played as far as it is there.
        let movie = try place("fsync") { $0.first.hasPrefix(home + "/Videos/") }
        #expect(try place("fsync") { $0.first == home + "/Videos" } > movie)
    }

    @Test func aSnapshotIsOnTheDiskBeforeItsNameIs() throws {
        let folder = NSTemporaryDirectory() + "snapshot-\(UUID().uuidString)"
        let log = folder + "-calls"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { for path in [folder, log] { try? FileManager.default.removeItem(atPath: path) } }
        var environment = try PreloadedLibrary.environment("file-calls")
        environment["VIEWFINDER_FILE_CALLS"] = log
        let (program, end) = try Program.run(
            Repository.program, ["snapshot", "--source", "test", "--output", folder + "/a.png"],
            environment: environment)
        #expect(end.status == .exited(0), "\(program.log)")
        // The driver's cache of shaders has files of its own.
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").filter {
            $0.contains(folder)
        }
        try #require(lines.count == 3, "\(lines)")
        let draft = lines[0].split(separator: "\t")[1]
        #expect(lines[0].hasPrefix("fsync\t\(folder)/"))
        #expect(["link", "rename"].map { "\($0)\t\(draft)\t\(folder)/a.png" }.contains(lines[1]))
        #expect(lines[2] == "fsync\t\(folder)\t")
    }
}
