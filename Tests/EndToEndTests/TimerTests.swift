import Foundation
import TestSupport
import Testing

/// The timer of photographs: countdowns, bursts and time lapses.
@Suite(.serialized) final class TimerTests {
    private let home = NSTemporaryDirectory() + "timer-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func start(
        _ card: String = "640x360@30:NV12", settings: String? = nil, in sway: HeadlessSway? = nil,
        showsOverlay: Bool = false
    ) throws -> (Viewfinder, VirtualKeyboard) {
        if let settings {
            let folder = home + "/.config/viewfinder"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try settings.write(toFile: folder + "/settings.json", atomically: true, encoding: .utf8)
        }
        let viewfinder = try Viewfinder(
            ["--source", "test:\(card)"], in: sway, environment: ["HOME": home, "XDG_CONFIG_HOME": nil],
            showsOverlay: showsOverlay)
        try viewfinder.sway.resize(viewfinder.program, width: 640, height: 360)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        try viewfinder.expect(CardView(card: Self.size(card), window: (640, 360)))
        return (viewfinder, try VirtualKeyboard(viewfinder.sway))
    }

    private static func size(_ card: String) -> (width: Int, height: Int) {
        let numbers = card.split { !$0.isNumber }.compactMap { Int($0) }
        return (numbers[0], numbers[1])
    }

    /// The photographs in the order of their names.
    private var pictures: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: home + "/Pictures")) ?? [])
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The frames that the photographs show.
    private func frames() throws -> [UInt32] {
        let view = CardView(window: (640, 360))
        return try pictures.map { name in
            try #require(view.frameNumber(in: try Image(png: "\(home)/Pictures/\(name)")))
        }
    }

    /// Chooses a row of the timer's menu by the keyboard.
    private func choose(row: Int, _ viewfinder: Viewfinder, _ keyboard: VirtualKeyboard) throws {
        let steps = try OverlayPlaces(try viewfinder.window.content).steps(to: "timer")
        for _ in 0..<steps { try keyboard.tap("Tab") }
        try keyboard.tap("Return")
        for _ in 0...row { try keyboard.tap("Down") }
        try keyboard.tap("Return")
    }

    private func keep(_ viewfinder: Viewfinder, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] else { return }
        try viewfinder.screenshot().write(png: "\(folder)/timer-\(name).png")
    }

    private func quit(_ viewfinder: Viewfinder) throws {
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.waitForCleanEnd(), "\(viewfinder.program.log)")
    }

    /// The seconds that a title counts down; nil for none.
    private static func seconds(_ title: String) -> Int? {
        title.firstMatch(of: /\b([0-9]+) …/).flatMap { Int($0.output.1) }
    }

    /// The number of photographs that a title tells.
    private static func count(_ title: String) -> Int? {
        title.firstMatch(of: /\b([0-9]+) pictures?\b/).flatMap { Int($0.output.1) }
    }

    @Test func theKeyStepsThroughTheDelaysAndACountdownEndsWithAPhotograph() throws {
        let (viewfinder, keyboard) = try start()
        for words in ["timer: 3 s", "timer: 5 s", "timer: 10 s", "timer off", "timer: 3 s"] {
            try keyboard.tap("t")
            try viewfinder.waitForTitle(words) { $0.contains(words) }
        }
        try keyboard.tap("p")
        var numbers: [Int] = []
        try viewfinder.waitForTitle("the photograph") { title in
            if let number = Self.seconds(title), number != numbers.last { numbers.append(number) }
            return title.contains("saved viewfinder-")
        }
        // A busy machine may miss some.
        #expect(!numbers.isEmpty && numbers == numbers.sorted(by: >) && numbers.allSatisfy { $0 <= 3 })
        #expect(pictures.count == 1)
        try quit(viewfinder)
    }

    @Test func theCountdownStandsInTheMiddleAndNotInThePhotograph() throws {
        let (viewfinder, keyboard) = try start(settings: #"{"timer": 5}"#, showsOverlay: true)
        try keyboard.tap("space")
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
        let middle = try OverlayPlaces(try viewfinder.window.content).middle(112)
        var last: [UInt8] = []
        let before = try eventually("a still screen") { () -> [UInt8]? in
            let now = try viewfinder.screenshot().cropped(to: middle).pixels
            defer { last = now }
            return now == last ? now : nil
        }
        try keyboard.tap("p")
        try eventually("the number", found: { viewfinder.program.log }) {
            try viewfinder.screenshot().cropped(to: middle).pixels != before
        }
        try keep(viewfinder, "countdown")
        try viewfinder.waitForTitle("the photograph") { $0.contains("saved viewfinder-") }
        try eventually("the middle as before", found: { viewfinder.program.log }) {
            try viewfinder.screenshot().cropped(to: middle).pixels == before
        }
        let image = try Image(png: "\(home)/Pictures/\(try #require(pictures.first))")
        #expect(CardView(window: (640, 360)).mismatch(in: image) == nil)
        try quit(viewfinder)
    }

    @Test(arguments: [false, true])
    func aPressMoreOrEscapeEndsTheCountdown(showsOverlay: Bool) throws {
        let (viewfinder, keyboard) = try start(settings: #"{"timer": 60}"#, showsOverlay: showsOverlay)
        for key in ["p", "Escape"] {
            try keyboard.tap("p")
            // A press within half a second would be one of a double click.
            try viewfinder.waitForTitle("a countdown") { Self.seconds($0).map { $0 < 60 } ?? false }
            try keyboard.tap(key)
            try viewfinder.waitForTitle("none") {
                Self.seconds($0) == nil && $0.contains("countdown cancelled")
            }
        }
        #expect(viewfinder.program.isRunning)
        // One that has not ended is no reason to wait.
        try keyboard.tap("p")
        try viewfinder.waitForTitle("a countdown") { Self.seconds($0) != nil }
        try quit(viewfinder)
        #expect(pictures.isEmpty)
    }

    @Test func aBurstTakesTenFramesNamedInTheirOrder() throws {
        let (viewfinder, keyboard) = try start(showsOverlay: true)
        try choose(row: 4, viewfinder, keyboard)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("ten") { $0.contains("10 pictures saved") }
        try keep(viewfinder, "burst")
        let frames = try frames()
        #expect(frames.count == 10 && Set(frames).count == 10 && frames == frames.sorted(), "\(frames)")
        #expect(viewfinder.program.isRunning)
        try quit(viewfinder)
    }

    @Test func aPressMoreEndsABurst() throws {
        // So slow that it takes five seconds.
        let (viewfinder, keyboard) = try start("640x360@2:NV12", showsOverlay: true)
        try choose(row: 4, viewfinder, keyboard)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the first ones") { (Self.count($0) ?? 0) >= 2 }
        try keyboard.tap("p")
        var count = 0
        try viewfinder.waitForTitle("the end") { title in
            count = Self.count(title) ?? 0
            return title.contains(" saved")
        }
        #expect(count > 0 && count == pictures.count)
        try quit(viewfinder)
    }

    @Test func aTimeLapseGoesOnUntilAPressMore() throws {
        let (viewfinder, keyboard) = try start(settings: #"{"timeLapse": 1}"#, showsOverlay: true)
        try choose(row: 5, viewfinder, keyboard)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("three") { (Self.count($0) ?? 0) >= 3 }
        try keep(viewfinder, "time-lapse")
        try viewfinder.waitForTitle("four") { (Self.count($0) ?? 0) >= 4 }
        try keyboard.tap("p")
        var count = 0
        try viewfinder.waitForTitle("the end") { title in
            count = Self.count(title) ?? 0
            return title.contains(" pictures saved")
        }
        let frames = try frames()
        #expect(frames.count == count && frames == frames.sorted() && Set(frames).count == count, "\(frames)")
        try quit(viewfinder)
    }

    @Test(arguments: [4, 5])
    func aFolderThatIsGoneEndsASeriesWithItsWords(row: Int) throws {
        let (viewfinder, keyboard) = try start(settings: #"{"timeLapse": 1}"#, showsOverlay: true)
        try Data().write(to: URL(fileURLWithPath: home + "/Pictures"))
        try choose(row: row, viewfinder, keyboard)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the fault alone") {
            $0.contains("cannot save in \(self.home)/Pictures") && Self.count($0) == nil
        }
        // The next press begins anew.
        try FileManager.default.removeItem(atPath: home + "/Pictures")
        try keyboard.tap("p")
        try viewfinder.waitForTitle("a picture") { Self.count($0) != nil }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
        #expect(
            viewfinder.program.errors.split(separator: "\n").count == 1, "\(viewfinder.program.log)")
    }

    @Test func theDelayIsThereAgainAndASeriesIsNot() throws {
        let path = home + "/.config/viewfinder/settings.json"
        func kept() throws -> Int? {
            let text = try #require(FileManager.default.contents(atPath: path))
            return (try JSONSerialization.jsonObject(with: text) as? [String: Any])?["timer"] as? Int
        }
        let (first, keyboard) = try start(showsOverlay: true)
        try keyboard.tap("t")
        try keyboard.tap("t")
        try first.waitForTitle("five seconds") { $0.contains("timer: 5 s") }
        try choose(row: 5, first, keyboard)
        try quit(first)
        #expect(try kept() == 5)
        let (second, _) = try start(in: first.sway)
        try keyboard.tap("p")
        try second.waitForTitle("a countdown") { Self.seconds($0) != nil }
        try keyboard.tap("t")
        try second.waitForTitle("the next delay") { $0.contains("timer: 10 s") && Self.seconds($0) == nil }
        try keyboard.tap("t")
        try second.waitForTitle("none") { $0.contains("timer off") }
        try quit(second)
        #expect(try kept() == nil)
    }

    @Test func theMenuIsOpenedByTheMouse() throws {
        let (viewfinder, _) = try start(showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 600)
        try viewfinder.expect(CardView(card: (640, 360), window: (960, 600)))
        let mouse = try VirtualPointer(viewfinder.sway)
        let window = try viewfinder.window.content
        let places = try OverlayPlaces(window)
        func click(_ point: (x: Int, y: Int)) throws {
            try mouse.move(toX: window.x + 200, y: window.y + 200)
            usleep(500_000)
            try mouse.move(toX: point.x, y: point.y)
            usleep(300_000)
            try mouse.click()
        }
        try click(places.button("timer"))
        usleep(500_000)
        try keep(viewfinder, "menu")
        try click(places.timerRow("timer=10"))
        try click(places.button("photograph"))
        try viewfinder.waitForTitle("a countdown") { (Self.seconds($0) ?? 0) > 5 }
        try keep(viewfinder, "bar")
        try quit(viewfinder)
    }
}
