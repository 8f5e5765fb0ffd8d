import Faults
import Foundation
import TestSupport
import Testing

/// The promises of the table of faults that the whole program keeps.
@Suite(.serialized) struct PromiseTests {
    private let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"

    private func start(_ arguments: [String], environment: [String: String?] = [:]) throws -> Viewfinder {
        try Viewfinder(
            arguments, environment: environment.merging(["HOME": home, "XDG_CONFIG_HOME": nil]) { $1 })
    }

    private func files(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(home)/\(folder)")) ?? []
    }

    private func wait(forSecond second: Int, of viewfinder: Viewfinder) throws {
        try viewfinder.waitForTitle("\(second) s") { title in
            title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0 >= second
        }
    }

    /// Looks whether another program can play all movies of the home.
    private func expectWholeMovies() throws {
        let names = files("Videos")
        #expect(!names.isEmpty)
        for name in names {
            let path = "\(home)/Videos/\(name)"
            // Times are not rounded to a rate: pictures that came late, and the next one in time, would have the same.
            let (player, end) = try Program.run(
                "ffmpeg", ["-v", "error", "-i", path, "-enc_time_base", "-1", "-f", "null", "-"])
            #expect(end.status == .exited(0) && player.errors.isEmpty, "\(player.log)")
        }
    }

    @Test func compositorGone() throws {
        try Requirement.programs("ffmpeg")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try start(["--source", "test:320x180@30:NV12"])
        try VirtualKeyboard(viewfinder.sway).tap("v")
        try wait(forSecond: 2, of: viewfinder)
        let end = try Fault.compositorGone.within(.told) {
            _ = try Program.run("kill", ["-KILL", "\(viewfinder.sway.identifier)"])
            return try viewfinder.program.wait(within: 20)
        }
        #expect(end.status == .exited(1))
        let parts = Fault.compositorGone.sentence([.reason: "|"]).split(separator: "|")
        #expect(parts.allSatisfy { viewfinder.program.errors.contains($0) }, "\(viewfinder.program.log)")
        try expectWholeMovies()
    }

    @Test func killedSaving() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let count = ProcessInfo.processInfo.environment["VIEWFINDER_KILLS"].flatMap(Int.init) ?? 8
        for number in 0..<count {
            // From before the picture is taken until after it is saved.
            let moment = 0.32 * (Double(number) * 0.6180339887).truncatingRemainder(dividingBy: 1)
            try? FileManager.default.removeItem(atPath: home + "/Pictures")
            let viewfinder = try start(["--source", "test:1920x1080@30:NV12"])
            let keyboard = try VirtualKeyboard(viewfinder.sway)
            try keyboard.tap("p")
            usleep(useconds_t(moment * 1e6))
            viewfinder.program.signal(SIGKILL)
            #expect(try viewfinder.program.wait().status == .killed(SIGKILL))
            let names = files("Pictures")
            for name in names where !name.hasPrefix(".") {
                let image = try Image(png: "\(home)/Pictures/\(name)")
                #expect((image.width, image.height) == (1920, 1080))
            }
            let left = names.contains { !$0.hasPrefix(".") } ? "a whole picture" : "no picture"
            try Fault.killedSaving.count(left + (names.contains { $0.hasPrefix(".") } ? ", a draft" : ""))
        }
    }

    @Test func leavingEarly() throws {
        try Requirement.programs("ffmpeg")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try start(["--source", "test:1920x1080@30:NV12"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try wait(forSecond: 2, of: viewfinder)
        for key in ["p", "p", "q"] { try keyboard.tap(key) }
        let end = try Fault.leavingEarly.within(.recovered) { try viewfinder.program.wait(within: 60) }
        #expect(end.status == .exited(0), "\(viewfinder.program.log)")
        #expect(files("Pictures").count == 2)
        try expectWholeMovies()
    }

    @Test func slowEncoder() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try start(
            ["--source", "test:320x180@30:NV12"], environment: PreloadedLibrary.environment("slow-encoder"))
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try wait(forSecond: 5, of: viewfinder)
        let content = try viewfinder.window.content
        let view = CardView(window: (content.width, content.height))
        let number = try viewfinder.frame(after: nil, view)
        try Fault.slowEncoder.within(.recovered) { try viewfinder.frame(after: number, view) }
        try keyboard.tap("v")
        let parts = Fault.slowEncoder.sentence([.path: "viewfinder-", .count: "|"]).split(separator: "|")
        try Fault.slowEncoder.within(.told) {
            try viewfinder.sway.window(of: viewfinder.program, "what the movie lacks", within: 60) { window in
                window.title.contains("saved viewfinder-") && window.title.contains(parts[1])
            }
        }
    }

    @Test func secondPictureLost() throws {
        let viewfinder = try start(["--source", "test:320x180@30:NV12", "--filter", "add-blend:with=99"])
        let sentence = Fault.secondPictureLost.sentence([.camera: "99", .reason: "there is no camera 99"])
        try Fault.secondPictureLost.within(.told) {
            try viewfinder.waitForTitle("the reason") { $0.contains(sentence) }
        }
    }
}
