import Faults
import Foundation
import Glibc
import TestSupport
import Testing

/// The end of the program while something is on its way.
struct LeavingTests {
    private func leaving(
        _ keys: String, environment: [String: String?] = [:],
        _ look: (_ home: String, _ viewfinder: Viewfinder) throws -> Void
    ) throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try Viewfinder(
            ["--source", "test:1920x1080@30:NV12"],
            environment: environment.merging(["HOME": home, "XDG_CONFIG_HOME": nil]) { $1 })
        try viewfinder.sway.resize(viewfinder.program, width: 640, height: 360)
        try viewfinder.expect(CardView(window: (640, 360)))
        try viewfinder.sway.type(keys)
        #expect(try viewfinder.program.wait(within: 30).status == .exited(0), "\(viewfinder.program.log)")
        try look(home, viewfinder)
    }

    private func files(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// A library for the program, and the file whose coming makes it send a wrong request.
    static func wrongRequest() throws -> (environment: [String: String?], path: String) {
        let path = NSTemporaryDirectory() + "wrong-request-\(UUID().uuidString)"
        var environment = try PreloadedLibrary.environment("wrong-request")
        environment["VIEWFINDER_WRONG_REQUEST"] = path
        return (environment, path)
    }

    @Test func aRefusedRequestEndsItWithASentenceAndAWholeMovie() throws {
        try Requirement.programs("ffmpeg")
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        let wrong = try Self.wrongRequest()
        defer { for path in [home, wrong.path] { try? FileManager.default.removeItem(atPath: path) } }
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@30:NV12"],
            environment: wrong.environment.merging(["HOME": home, "XDG_CONFIG_HOME": nil]) { $1 })
        try VirtualKeyboard(viewfinder.sway).tap("v")
        try viewfinder.waitForTitle("two seconds of a movie") { $0.contains("0:02") }
        #expect(FileManager.default.createFile(atPath: wrong.path, contents: nil))
        let end = try viewfinder.program.wait(within: 20)
        #expect(end.status == .exited(1))
        #expect(
            viewfinder.program.errors.contains("refused a request on wl_display@1"),
            "\(viewfinder.program.log)")
        let names = files(home + "/Videos")
        #expect(names.count == 1)
        for name in names {
            let path = "\(home)/Videos/\(name)"
            // Times are not rounded to a rate: pictures that came late, and the next one in time, would have the same.
            let (player, end) = try Program.run(
                "ffmpeg", ["-v", "error", "-i", path, "-enc_time_base", "1:1000000", "-f", "null", "-"])
            #expect(end.status == .exited(0) && player.errors.isEmpty, "\(player.log)")
        }
    }

    @Test func itEndsWhileSwayDoesNotRead() throws {
        let viewfinder = try Viewfinder(cards: "640x360@30:NV12")
        let window = try viewfinder.window.content
        try viewfinder.expect(CardView(window: (window.width, window.height)))
        try Self.expectEnd(of: viewfinder.program, whileStopped: viewfinder.sway.identifier)
    }

    @Test func itEndsWhileWestonDoesNotRead() throws {
        let weston = try HeadlessWeston(width: 640, height: 360)
        let program = try Program(
            Repository.program, ["--source", "test:640x360@30:NV12"], environment: weston.environment)
        try Viewfinder.expect(CardView(window: (640, 360)), "weston", of: program, within: 30) {
            try weston.screenshot()
        }
        try Self.expectEnd(of: program, whileStopped: weston.identifier)
    }

    private static func expectEnd(of program: Program, whileStopped compositor: Int32) throws {
        _ = try Program.run("kill", ["-STOP", "\(compositor)"])
        defer { _ = try? Program.run("kill", ["-CONT", "\(compositor)"]) }
        // Pictures have filled whatever there is for them.
        usleep(1_000_000)
        program.signal(SIGTERM)
        #expect(try program.wait(within: 5).status == .exited(0), "\(program.log)")
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

    private func slowDisk(seconds: Int) throws -> [String: String?] {
        try PreloadedLibrary.environment("slow-disk").merging(["VIEWFINDER_DISK_SECONDS": "\(seconds)"]) {
            $1
        }
    }

    @Test func aPictureOnASlowDiskIsWaitedFor() throws {
        try leaving("pq", environment: slowDisk(seconds: 6)) { home, viewfinder in
            #expect(files(home + "/Pictures").count == 1, "\(viewfinder.program.log)")
            #expect(viewfinder.program.errors.isEmpty, "\(viewfinder.program.log)")
        }
    }

    @Test func aPictureThatCannotBeSavedInTimeIsTold() throws {
        try leaving("pq", environment: slowDisk(seconds: 3600)) { home, viewfinder in
            #expect(files(home + "/Pictures").isEmpty)
            #expect(viewfinder.program.errors.contains("1 picture could not be saved in time"))
        }
    }

    @Test func aRecordingThatBeginsLateHasThePictureOfTheKey() throws {
        try leaving("vq", environment: slowDisk(seconds: 5)) { home, viewfinder in
            let movies = files(home + "/Videos")
            try #require(movies.count == 1, "\(viewfinder.program.log)")
            let (player, end) = try Program.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", "\(home)/Videos/\(movies[0])", "-enc_time_base", "1:1000000", "-f",
                    "null", "-",
                ])
            #expect(end.status == .exited(0) && player.errors.isEmpty, "\(player.log)")
        }
    }

    @Test func aSecondSignalEndsTheProgramAtOnce() throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let environment = try slowDisk(seconds: 3600).merging(["HOME": home, "XDG_CONFIG_HOME": nil]) { $1 }
        let viewfinder = try Viewfinder(["--source", "test:320x180@30:NV12"], environment: environment)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("p")
        try eventually("the folder", within: 20) {
            FileManager.default.fileExists(atPath: home + "/Pictures")
        }
        viewfinder.program.signal(SIGTERM)
        try eventually("a window that is gone", within: 20) { try viewfinder.sway.windows().isEmpty }
        #expect(throws: (any Error).self, "it waits for the picture") {
            try viewfinder.program.wait(within: 1)
        }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 2).status == .killed(SIGTERM))
    }

    @Test func aSignalEndsTheWaitForACompositorThatDoesNotAnswer() throws {
        let sway = try HeadlessSway()
        _ = try Program.run("kill", ["-STOP", "\(sway.identifier)"])
        defer { _ = try? Program.run("kill", ["-CONT", "\(sway.identifier)"]) }
        let program = try Program(
            Repository.program, ["--source", "test:320x180@30:NV12"], environment: sway.environment)
        // It has connected, and waits for five seconds.
        usleep(1_500_000)
        program.signal(SIGTERM)
        #expect(try program.wait(within: 2).status == .killed(SIGTERM), "\(program.log)")
    }

    /// All that is waited for shares one deadline, whatever hangs.
    @Test func anEncoderThatHangsHoldsNothingUpBeyondTheDeadline() throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        var environment = try PreloadedLibrary.environment("slow-encoder")
        environment.merge(
            ["VIEWFINDER_ENCODER_SECONDS": "3600", "HOME": home, "XDG_CONFIG_HOME": nil]) { $1 }
        let viewfinder = try Viewfinder(["--source", "test:320x180@30:NV12"], environment: environment)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try viewfinder.waitForTitle("a second of a movie") { $0.contains("● 0:01") }
        for key in ["p", "q"] { try keyboard.tap(key) }
        let end = try Fault.leavingEarly.within(.recovered) { try viewfinder.program.wait(within: 60) }
        #expect(end.status == .exited(0), "\(viewfinder.program.log)")
        #expect(viewfinder.program.errors.contains("nothing is in"), "\(viewfinder.program.log)")
        #expect(files(home + "/Pictures").count == 1)
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

    @Test func fontsThatAreNeverFoundHoldNothingUp() throws {
        let pipe = NSTemporaryDirectory() + "fonts-\(UUID().uuidString)"
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: pipe) }
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12"], environment: ["FONTCONFIG_FILE": pipe], showsOverlay: true)
        try viewfinder.sway.type("?h")
        try viewfinder.sway.resize(viewfinder.program, width: 450, height: 450)
        var view = CardView(window: (450, 450))
        view.isMirrored = true
        try viewfinder.expect(view, "the mirrored card")
        try eventually("words about fonts") {
            viewfinder.program.errors.contains("the fonts are still looked for")
        }
        try viewfinder.sway.type("q")
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
    }
}
