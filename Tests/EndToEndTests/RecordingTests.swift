import Foundation
import TestSupport
import Testing

/// What `v` records beside the pictures, and what keeps it from that.
@Suite(.serialized) struct RecordingTests {
    private let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"

    /// Records some seconds of the test card, looking at titles meanwhile, and gives the movie's path.
    private func record(
        _ options: [String] = [], _ environment: [String: String?] = [:],
        sees: (Viewfinder) throws -> Void = { _ in }
    ) throws -> String {
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@30:NV12"] + options,
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil].merging(environment) { $1 })
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        try sees(viewfinder)
        try viewfinder.waitForTitle("the time") { title in
            title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0 >= 5
        }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
        let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Videos")
        return try #require(names.first.map { "\(home)/Videos/\($0)" })
    }

    /// The kinds of a movie's streams and their seconds.
    private func streams(_ path: String) throws -> [String: Double] {
        try Requirement.programs("ffprobe")
        let (program, end) = try Program.run(
            "ffprobe",
            ["-v", "error", "-show_entries", "stream=codec_type,duration", "-of", "csv=p=0", path])
        #expect(end.status == .exited(0) && program.errors.isEmpty, "\(program.log)")
        let rows = program.output.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Double($0.last ?? "") ?? 0) })
    }

    @Test func theDefaultInputIsHeardWhereThatIsAskedFor() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let server = try SoundServer(.tone(440))
        let path = try record(["--record-sound"], server.environment)
        let streams = try streams(path)
        let (pictures, sound) = (try #require(streams["video"]), try #require(streams["audio"]))
        #expect(pictures > 3.5 && abs(pictures - sound) < 0.7, "\(streams)")
        let heard = try MovieSound(of: path)
        #expect(abs(heard.loudness(1.5..<3) + 9) < 3, "\(heard.loudness(1.5..<3)) dB")
        #expect(abs(heard.frequency(1.5..<3) - 440) < 30)
    }

    @Test func withoutAnInputTheTitleSaysSoAndTheRecordingGoesOn() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let path = try record(["--record-sound"], ["PULSE_SERVER": "unix:/nowhere"]) { viewfinder in
            try viewfinder.waitForTitle("what is missing") {
                $0.contains("the recording goes on without sound (there is no input); plug in a microphone")
            }
        }
        #expect(try streams(path)["video"] ?? 0 > 3.5)
    }

    /// A window with test cards that records, once its time has come to a second.
    private func recording(
        until second: Int, _ options: [String], _ environment: [String: String?] = [:],
        showsOverlay: Bool = false
    ) throws -> (viewfinder: Viewfinder, keyboard: VirtualKeyboard) {
        let viewfinder = try Viewfinder(
            options, environment: ["HOME": home, "XDG_CONFIG_HOME": nil].merging(environment) { $1 },
            showsOverlay: showsOverlay)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        try keyboard.tap("v")
        try wait(until: second, viewfinder)
        return (viewfinder, keyboard)
    }

    /// Waits until the recorded time is as long, and gives the seconds that the title tells.
    @discardableResult
    private func wait(until second: Int, _ viewfinder: Viewfinder) throws -> Int {
        var seconds = 0
        try viewfinder.waitForTitle("\(second) s") { title in
            seconds = title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0
            return seconds >= second
        }
        return seconds
    }

    private func waitForMovie(_ viewfinder: Viewfinder) throws -> String {
        try viewfinder.waitForTitle("the file's name") {
            $0.contains("saved viewfinder-") && !$0.contains(".png")
        }
        return try movie()
    }

    private func movie() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Videos")
        return try #require(names.first.map { "\(home)/Videos/\($0)" })
    }

    @Test func aPauseIsNotInTheMovieAndItsTimeStandsStill() throws {
        try Requirement.programs("ffmpeg")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let server = try SoundServer(.tone(440))
        let (viewfinder, keyboard) = try recording(
            until: 2, ["--source", "test:320x180@30:NV12", "--record-sound"], server.environment)
        try keyboard.tap("v", .shift)
        var time = ""
        try viewfinder.waitForTitle("the pause") { title in
            time = title.firstMatch(of: /‖ (0:[0-9]+) paused/).map { String($0.output.1) } ?? ""
            return !time.isEmpty
        }
        let begin = ContinuousClock.now
        try keyboard.tap("p")
        try viewfinder.waitForTitle("a photograph meanwhile") { $0.contains(".png") }
        while ContinuousClock.now < begin + .seconds(1.5) { usleep(20_000) }
        #expect(try viewfinder.window.title.contains("‖ \(time) paused"))
        let pause = (ContinuousClock.now - begin) / .seconds(1)
        try keyboard.tap("Pause")
        let end = try wait(until: 4, viewfinder)
        try keyboard.tap("v")
        let path = try waitForMovie(viewfinder)
        // Of the card's pictures those of the pause are not there; the others follow each other.
        let numbers = try RecordedFramesTests.numbers(in: path)
        let gaps = zip(numbers, numbers.dropFirst()).map { Int($1) - Int($0) - 1 }
        let cut = try #require(gaps.max())
        #expect(Double(cut) >= 30 * pause - 2, "\(cut) pictures in \(pause) s")
        let streams = try streams(path)
        let (pictures, sound) = (try #require(streams["video"]), try #require(streams["audio"]))
        #expect(pictures > Double(end) - 0.7 && pictures < Double(end) + 1.4, "\(pictures) s at 0:0\(end)")
        #expect(abs(pictures - sound) < 0.7, "\(streams)")
        let heard = try MovieSound(of: path)
        #expect(abs(heard.loudness(1.5..<3) + 9) < 3, "\(heard.loudness(1.5..<3)) dB")
    }

    @Test func theBarHasAButtonForThePauseAndAPausedRecordingIsSaved() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let (viewfinder, keyboard) = try recording(
            until: 1, ["--source", "test:640x360@30:NV12", "-vv"], showsOverlay: true)
        func keep(_ name: String) throws {
            guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] else { return }
            try viewfinder.screenshot().write(png: "\(folder)/recording-\(name).png")
        }
        try keep("running")
        let place = try viewfinder.focus("pause", keyboard)
        try keyboard.tap("Return")
        try viewfinder.waitForTitle("the pause") { $0.contains("‖ 0:0") }
        // The keyboard's ring and the tooltip of the pointer.
        let (mouse, window) = (try VirtualPointer(viewfinder.sway), try viewfinder.window.content)
        try mouse.move(toX: window.x + place.x - 4, y: window.y + place.y)
        usleep(100_000)
        try mouse.move(toX: window.x + place.x, y: window.y + place.y)
        usleep(1_200_000)
        try keep("paused")
        try keyboard.tap("v")
        #expect(try streams(try waitForMovie(viewfinder))["video"] ?? 0 > 0.5)
        try keyboard.tap("Pause")
        try viewfinder.waitForTitle("what is to be done first") {
            $0.contains("nothing is recorded; V begins")
        }
    }

    @Test func theLastPictureOfAMovieIsInTheBarAndOpensIt() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let (viewfinder, keyboard) = try recording(
            until: 1, ["--source", "test:640x360@30:NV12", "-vv"], showsOverlay: true)
        try keyboard.tap("v")
        let path = try waitForMovie(viewfinder)
        let (x, y) = try viewfinder.focus("last-file", keyboard)
        // The bars of the card's middle: cyan, green, magenta and red.
        let bars: [(red: Double, green: Double, blue: Double)] = [
            (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0),
        ]
        func seen() throws -> [(red: Double, green: Double, blue: Double)] {
            let image = try viewfinder.screenshot()
            return [-12, -4, 4, 12].map {
                image.mean(of: PixelRectangle(x: x + $0 - 1, y: y - 10, width: 3, height: 4))
            }
        }
        try eventually("the movie's picture", found: { "\((try? seen()) ?? [])" }) {
            zip(try seen(), bars).allSatisfy { seen, wanted in
                abs(seen.red - wanted.red) < 30 && abs(seen.green - wanted.green) < 30
                    && abs(seen.blue - wanted.blue) < 30
            }
        }
        try keyboard.tap("Return")
        // No desktop is there that could open it: its file is named.
        try viewfinder.waitForTitle("the reason") {
            $0.contains("\(path) is there, but no program could be asked")
        }
    }

    @Test func aPauseOutlivesAnotherCameraAndTheProgramsEndSavesIt() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let (viewfinder, keyboard) = try recording(
            until: 1, ["--source", "test:640x360@30:NV12", "--source", "test:400x400@30:YUYV"])
        try viewfinder.sway.resize(viewfinder.program, width: 600, height: 480)
        try keyboard.tap("v", .shift)
        try viewfinder.waitForTitle("the pause") { $0.contains("‖ 0:0") }
        try keyboard.tap("c")
        try viewfinder.expect(CardView(card: (400, 400), window: (600, 480)))
        try keyboard.tap("v", .shift)
        try wait(until: 3, viewfinder)
        try keyboard.tap("v", .shift)
        try viewfinder.waitForTitle("the second pause") { $0.contains("‖ 0:0") }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 20).status == .exited(0), "\(viewfinder.program.log)")
        let seconds = try #require(try streams(try movie())["video"])
        #expect(seconds > 1.5 && seconds < 5, "\(seconds)")
    }

    @Test func escapeEndsNoRecordingAndADoublePressMakesNoFilm() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let (viewfinder, keyboard) = try recording(
            until: 0, ["--source", "test:640x360@30:NV12"], showsOverlay: true)
        // Whatever is open goes first.
        try keyboard.tap("Escape")
        try keyboard.tap("Escape")
        try viewfinder.waitForTitle("the words") {
            $0.contains("Still recording: V ends the recording, Q saves it")
        }
        try wait(until: 1, viewfinder)
        #expect(viewfinder.program.isRunning)
        try keyboard.tap("q")
        #expect(try viewfinder.program.wait(within: 20).status == .exited(0), "\(viewfinder.program.log)")
        #expect(try streams(try movie())["video"] ?? 0 > 0.5)
    }

    @Test func soundThatCannotBeHadIsToldWhenItIsSwitchedOn() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12", "-vv"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil, "PULSE_SERVER": "unix:/nowhere"],
            showsOverlay: true)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        try viewfinder.press("sound", keyboard)
        try viewfinder.waitForTitle("what to do") {
            $0.contains("no sound can be recorded (there is no input); plug in a microphone")
        }
        try keyboard.tap("s")
        try viewfinder.waitForTitle("the words of the key") { $0.contains("recordings have no sound") }
    }

    @Test func anOpenMenuFollowsTheRecording() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let (viewfinder, keyboard) = try recording(
            until: 1, ["-vv", "--source", "test:320x180@30:NV12"], showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 600)
        try viewfinder.press("more", keyboard)
        // Its switch for sound cannot be pressed before the recording has ended.
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the end") { !$0.contains("●") }
        try viewfinder.press("sound", keyboard)
        try eventually("the setting", within: 10, found: { viewfinder.program.log }) {
            let path = self.home + "/.config/viewfinder/settings.json"
            let text = FileManager.default.contents(atPath: path) ?? Data("{}".utf8)
            let settings = try JSONSerialization.jsonObject(with: text) as? [String: Any]
            return settings?["sound"] as? Bool == true
        }
    }

    @Test func whyNothingIsRecordedStaysUntilItIsAnswered() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let settings = home + "/.config/viewfinder"
        try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
        try #"{"folders": {"videos": "/proc/nowhere"}}"#.write(
            toFile: settings + "/settings.json", atomically: true, encoding: .utf8)
        let viewfinder = try Viewfinder(
            ["-vv", "--source", "test:640x360@30:NV12"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil], showsOverlay: true)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the reason") { $0.contains("/proc/nowhere") }
        // Words that pass have no such button.
        try viewfinder.press("trouble-seen", keyboard)
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }

    @Test func soundThatCanBeHadIsNoTrouble() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let server = try SoundServer(.tone(440))
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil].merging(server.environment) { $1 })
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        try VirtualKeyboard(viewfinder.sway).tap("s")
        try viewfinder.waitForTitle("the words of the key") { $0.contains("recordings have sound") }
        // Longer than the input is listened to.
        usleep(4_000_000)
        #expect(!viewfinder.program.errors.contains("no sound can be recorded"), "\(viewfinder.program.log)")
    }

    @Test func nothingIsHeardUnasked() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let server = try SoundServer(.tone(440))
        #expect(try streams(try record([], server.environment)).keys.sorted() == ["video"])
    }
}
