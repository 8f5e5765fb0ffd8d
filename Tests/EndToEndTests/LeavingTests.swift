import Foundation
import TestSupport
import Testing

/// The end of the program while something is on its way.
struct LeavingTests {
    private func leaving(
        _ keys: String, _ look: (_ home: String, _ viewfinder: Viewfinder) throws -> Void
    ) throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try Viewfinder(
            ["--source", "test:1920x1080@30:NV12"], environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
        try viewfinder.sway.resize(viewfinder.program, width: 640, height: 360)
        try viewfinder.expect(CardView(window: (640, 360)))
        try viewfinder.sway.type(keys)
        #expect(try viewfinder.program.wait(within: 20).status == .exited(0), "\(viewfinder.program.log)")
        try look(home, viewfinder)
    }

    private func files(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    @Test func picturesThatWereAskedForAreSaved() throws {
        try leaving("ppq") { home, viewfinder in
            let names = files(home + "/Pictures")
            #expect(names.count == 2, "\(names) \(viewfinder.program.log)")
            for name in names {
                let image = try Image(png: "\(home)/Pictures/\(name)")
                #expect((image.width, image.height) == (1920, 1080))
            }
        }
    }

    @Test func aRecordingThatHasJustBegunLeavesNoUselessFile() throws {
        try leaving("vq") { home, viewfinder in
            for name in files(home + "/Videos") {
                let path = "\(home)/Videos/\(name)"
                let (probe, end) = try Program.run("ffprobe", ["-v", "error", path])
                #expect(end.status == .exited(0), "\(name): \(probe.log)\n\(viewfinder.program.log)")
            }
        }
    }

    @Test func aReaderThatDoesNotReadHoldsNothingUp() throws {
        let pipe = NSTemporaryDirectory() + "pipe-\(UUID().uuidString)"
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: pipe) }
        let end = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(end) }
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12", "--stats", "-"],
            by: ["sh", "-c", "exec \"$0\" \"$@\" > \(pipe)"])
        // As many tables of keys as no pipe holds.
        for _ in 0..<8 { try viewfinder.sway.type(String(repeating: "?", count: 10)) }
        try viewfinder.sway.type("h")
        try viewfinder.sway.resize(viewfinder.program, width: 450, height: 450)
        var view = CardView(window: (450, 450))
        view.isMirrored = true
        try viewfinder.expect(view, "the mirrored card")
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
    }
}
