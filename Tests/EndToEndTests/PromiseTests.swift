import Faults
import Foundation
import LinuxIO
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
                "ffmpeg", ["-v", "error", "-i", path, "-enc_time_base", "1:1000000", "-f", "null", "-"])
            #expect(end.status == .exited(0) && player.errors.isEmpty, "\(player.log)")
        }
    }

    @Test func compositorGone() throws {
        try Requirement.programs("ffmpeg")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try start(["--source", "test:320x180@30:NV12"])
        try VirtualKeyboard(viewfinder.sway).tap("v")
        try wait(forSecond: 2, of: viewfinder)
        Standstill.beforeEnd(of: viewfinder.sway.identifier)
        let end = try Fault.compositorGone.within(.told) {
            _ = try Program.run("kill", ["-KILL", "\(viewfinder.sway.identifier)"])
            return try viewfinder.program.wait(within: 20)
        }
        #expect(end.status == .exited(1))
        let parts = Fault.compositorGone.sentence([.reason: "|"]).split(separator: "|")
        #expect(parts.allSatisfy { viewfinder.program.errors.contains($0) }, "\(viewfinder.program.log)")
        try expectWholeMovies()

        // A driver that hangs as well changes nothing.
        let (hanging, _, fail) = try startOnACard("nvidia+hang:5")
        fail()
        try hanging.waitForTitle("the words") { $0.contains("does not answer") }
        _ = try Program.run("kill", ["-KILL", "\(hanging.sway.identifier)"])
        #expect(try hanging.program.wait(within: 30).status == .exited(1))
        #expect(parts.allSatisfy { hanging.program.errors.contains($0) }, "\(hanging.program.log)")
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
        try Fault.slowEncoder.within(.told) {
            try viewfinder.sway.window(of: viewfinder.program, "what the movie lacks", within: 60) { window in
                window.title.contains("saved viewfinder-")
                    && window.title.contains("pictures that came too fast")
            }
        }
    }

    @Test func recordingLoads() throws {
        try Requirement.programs("ffmpeg")
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        // Without a registry, GStreamer asks this program of each plug-in.
        let scanner = "\(home)/slow-scanner"
        try """
        #!/bin/sh
        sleep 8
        exec "$(pkg-config --variable=pluginscannerdir gstreamer-1.0)/gst-plugin-scanner" "$@"
        """.write(toFile: scanner, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scanner)
        let viewfinder = try start(
            ["--source", "test:320x180@10:NV12"],
            environment: ["GST_PLUGIN_SCANNER": scanner, "GST_REGISTRY": "\(home)/registry"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try Fault.recordingLoads.within(.told) {
            try viewfinder.waitForTitle("the words") { $0.contains(Fault.recordingLoads.sentence()) }
        }
        // The key neither pauses nor ends a recording that is not there yet: both are kept in mind.
        try keyboard.tap("v", .shift)
        try viewfinder.waitForTitle("the pause") { $0.contains("‖ 0:0") }
        try keyboard.tap("v", .shift)
        try viewfinder.waitForTitle("no pause") { $0.contains("● 0:0") }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the movie") { $0.contains("saved viewfinder-") }
        try expectWholeMovies()
        let name = try #require(files("Videos").first)
        let numbers = try RecordedFramesTests.numbers(in: "\(home)/Videos/\(name)", size: (320, 180))
        #expect(numbers.count > 30, "\(numbers)")
    }

    @Test func recordingWaits() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let disk = try PreloadedLibrary.environment("slow-disk")
            .merging(["VIEWFINDER_DISK_SECONDS": "3600"]) { $1 }
        let viewfinder = try start(["--source", "test:320x180@30:NV12"], environment: disk)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try Fault.recordingWaits.within(.told) {
            try viewfinder.waitForTitle("the words") { $0.contains(Fault.recordingWaits.sentence()) }
        }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("no recording") { !$0.contains("●") }
        try keyboard.tap("q")
        #expect(try viewfinder.program.wait(within: 20).status == .exited(0), "\(viewfinder.program.log)")
    }

    @Test func secondPictureLost() throws {
        let viewfinder = try start(["--source", "test:320x180@30:NV12", "--filter", "add-blend:with=99"])
        let sentence = Fault.secondPictureLost.sentence([.camera: "99", .reason: "there is no camera 99"])
        try Fault.secondPictureLost.within(.told) {
            try viewfinder.waitForTitle("the reason") { $0.contains(sentence) }
        }
    }

    /// The command before a program that runs on a device which this machine does not have.
    private func device(_ profile: String) -> [String] {
        [Repository.path("scripts/with-layer"), "--no-validation", profile]
    }

    @Test func deviceFails() throws {
        let parts = Fault.deviceFails.sentence([.device: "Sleeping card|", .choices: "|", .reason: "|"])
            .split(separator: "|")
        var started: Viewfinder?
        // The user's order puts it first.
        try Fault.deviceFails.within(.told) {
            let viewfinder = try Viewfinder(
                ["--source", "test:640x360@30:NV12"],
                environment: ["__NV_PRIME_RENDER_OFFLOAD": "1", "XDG_CACHE_HOME": home],
                by: device("hybrid"))
            started = viewfinder
            try viewfinder.waitForTitle("the reason") { title in parts.allSatisfy { title.contains($0) } }
        }
        let viewfinder = try #require(started)
        let content = try viewfinder.window.content
        try Fault.deviceFails.within(.recovered) {
            try viewfinder.expect(CardView(window: (content.width, content.height)))
        }
    }

    @Test func pictureTooLarge() throws {
        let viewfinder = try Viewfinder(
            [
                "--path", "fragment", "--source", "test:640x360@30:NV12", "--source",
                "test:4608x2592@5:NV12",
            ],
            environment: ["XDG_CACHE_HOME": home], by: device("pi"))
        let content = try viewfinder.window.content
        try viewfinder.expect(CardView(window: (content.width, content.height)))
        let parts = Fault.pictureTooLarge.sentence([.device: "|", .mode: "4608x2592"]).split(separator: "|")
        try Fault.pictureTooLarge.within(.told) {
            try viewfinder.sway.type("c")
            try viewfinder.waitForTitle("the reason") { title in parts.allSatisfy { title.contains($0) } }
        }
    }

    /// Lets the n-th call fail from now on, on a device that no self-test touches.
    private func startOnACard(
        _ failure: String
    ) throws -> (viewfinder: Viewfinder, view: CardView, fail: () -> Void) {
        let cache = home + "/cache"
        try FileManager.default.createDirectory(
            atPath: "\(cache)/viewfinder", withIntermediateDirectories: true)
        try Data(#"{"version": 7}"#.utf8).write(to: URL(fileURLWithPath: "\(cache)/viewfinder/devices.json"))
        let beginning = home + "/begin"
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12"],
            environment: ["XDG_CACHE_HOME": cache, "VIEWFINDER_LAYER_FROM": beginning], by: device(failure))
        let content = try viewfinder.window.content
        let view = CardView(window: (content.width, content.height))
        try viewfinder.expect(view)
        return (
            viewfinder, view,
            { #expect(FileManager.default.createFile(atPath: beginning, contents: nil)) }
        )
    }

    @Test func deviceFull() throws {
        let (viewfinder, view, fail) = try startOnACard("nvidia+oom:3")
        let parts = Fault.deviceFull.sentence([.device: "|", .reason: "|"]).split(separator: "|")
        fail()
        try Fault.deviceFull.within(.told) {
            try viewfinder.waitForTitle("the reason") { title in parts.allSatisfy { title.contains($0) } }
        }
        try Fault.deviceFull.within(.recovered) {
            let number = try viewfinder.frame(after: nil, view)
            try viewfinder.frame(after: number, view)
        }
    }

    @Test func driverHangs() throws {
        let (viewfinder, _, fail) = try startOnACard("nvidia+hang:5")
        let parts = Fault.driverHangs.sentence([.device: "|"]).split(separator: "|")
        fail()
        try Fault.driverHangs.within(.told) {
            try viewfinder.waitForTitle("the words") { title in parts.allSatisfy { title.contains($0) } }
        }
        try viewfinder.sway.type("q")
        #expect(try viewfinder.program.wait(within: 30).status == .exited(1))
        #expect(parts.allSatisfy { viewfinder.program.errors.contains($0) }, "\(viewfinder.program.log)")
    }

    @Test func deviceLost() throws {
        let viewfinder = try Viewfinder(["--source", "test:640x360@30:NV12"], by: device("plain+lost:150"))
        let content = try viewfinder.window.content
        let view = CardView(window: (content.width, content.height))
        try viewfinder.expect(view)
        try viewfinder.sway.type("-k", "space")
        try viewfinder.waitForTitle("the frozen picture") { $0.contains("frozen") }
        let number = try viewfinder.frame(after: nil, view)
        let parts = Fault.deviceLost.sentence([.device: "|", .reason: "|"]).split(separator: "|")
        func isTold() throws -> Bool {
            let title = try viewfinder.window.title
            return parts.allSatisfy { title.contains($0) }
        }
        // Each size of the window is some calls, until the one that fails.
        for round in 0..<100 where try !isTold() {
            let begin = MonotonicClock.now()
            try viewfinder.sway.resize(viewfinder.program, width: 500 + round % 2 * 40, height: 300)
            for _ in 0..<10 where try !isTold() { usleep(20_000) }
            if try isTold() {
                try Fault.deviceLost.hold(.told, seconds: Double(MonotonicClock.now() - begin) / 1e9)
            }
        }
        #expect(try isTold(), "\(viewfinder.program.log)")
        try Fault.deviceLost.within(.recovered) {
            try viewfinder.sway.resize(viewfinder.program, width: content.width, height: content.height)
            try viewfinder.expect(view, "the same picture")
        }
        #expect(view.frameNumber(in: try viewfinder.screenshot()) == number)
    }
}
