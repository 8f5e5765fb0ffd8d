import Foundation
import TestSupport
import Testing

/// What happens where there is no room: it is told, nothing is left behind, and the camera goes on.
@Suite(.serialized) final class FullDiskTests {
    private let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// Starts the program with a folder of its home on a disk of its own, which nobody else sees and which goes with the program.
    private func start(_ arguments: [String] = [], on name: String) throws
        -> Viewfinder
    {
        let folder = "\(home)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let mount = "mount -t tmpfs -o size=16k none '\(folder)' && exec \"$0\" \"$@\""
        let apart = getuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
        let environment: [String: String?] = ["HOME": home, "XDG_CONFIG_HOME": nil]
        let trial = try Program.run("unshare", apart + ["sh", "-c", mount, "true"], environment: environment)
        try Requirement.check(
            trial.end.status == .exited(0),
            "no file system can be mounted here, even in a name space of one's own\n\(trial.program.log)")
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12"] + arguments,
            environment: environment, by: ["unshare"] + apart + ["sh", "-c", mount])
        try viewfinder.sway.resize(viewfinder.program, width: 640, height: 360)
        return viewfinder
    }

    /// The path at which the small disk of the program is seen from here.
    private func disk(_ name: String, of viewfinder: Viewfinder) -> String {
        "/proc/\(viewfinder.program.identifier)/root\(home)/\(name)"
    }

    /// Takes all the room that is left, as other programs do.
    private func fill(_ disk: String) throws {
        #expect(FileManager.default.createFile(atPath: disk + "/other", contents: nil))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: disk + "/other"))
        while (try? file.write(contentsOf: Data(count: 512))) != nil {}
    }

    private func expectItGoesOn(_ viewfinder: Viewfinder, after words: String) throws {
        let view = CardView(window: (640, 360))
        try viewfinder.frame(after: try viewfinder.frame(after: nil, view), view)
        let lines = viewfinder.program.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains(words), "\(lines)")
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
    }

    @Test func aMovieEndsThere() throws {
        let viewfinder = try start(on: "Videos")
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the reason") {
            $0.contains("the disk is full: \(self.home)/Videos/viewfinder-") && !$0.contains("●")
        }
        try expectItGoesOn(viewfinder, after: "make room and record again")
    }

    @Test func aPictureIsNotThere() throws {
        let viewfinder = try start(on: "Pictures")
        let disk = disk("Pictures", of: viewfinder)
        try fill(disk)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the reason") {
            $0.contains("cannot write \(self.home)/Pictures/viewfinder-")
                && $0.contains("No space left on device; choose a folder that you may write to, with room")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["other"])
        try expectItGoesOn(viewfinder, after: "No space left on device")
    }

    @Test func whereFilesMayNotGrowThatIsTold() throws {
        // Words over the picture would be files in memory, which may not grow, either.
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12", "--no-overlay"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
        try viewfinder.sway.resize(viewfinder.program, width: 640, height: 360)
        let view = CardView(window: (640, 360))
        let first = try viewfinder.frame(after: nil, view)
        let (program, end) = try Program.run(
            "prlimit", ["--pid", "\(viewfinder.program.identifier)", "--fsize=512:512"])
        try #require(end.status == .exited(0), "\(program.log)")
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        for (key, ending) in [("p", ".png"), ("v", ".mp4")] {
            try keyboard.tap(key)
            try viewfinder.waitForTitle("the reason for \(key)") {
                $0.contains("File too large") && $0.contains(ending) && !$0.contains("●")
            }
        }
        try viewfinder.frame(after: first, view)
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
    }

    @Test func statisticsHaveWholeLines() throws {
        let path = "\(home)/Statistics/all.json"
        let viewfinder = try start(["--stats", path], on: "Statistics")
        try viewfinder.waitForTitle("the picture") { $0.contains("Test card") }
        let disk = disk("Statistics", of: viewfinder)
        let seen = disk + "/all.json"
        try eventually("the first report", within: 20) { FileManager.default.fileExists(atPath: seen) }
        try fill(disk)
        let words = "statistics end here: \(path) cannot be written (No space left on device)"
        try eventually("the reason", within: 60, found: { viewfinder.program.log }) {
            viewfinder.program.errors.contains(words)
        }
        let text = try String(contentsOfFile: seen, encoding: .utf8)
        #expect(text.hasSuffix("}\n"))
        for line in text.split(separator: "\n") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
        try expectItGoesOn(viewfinder, after: words)
    }
}
