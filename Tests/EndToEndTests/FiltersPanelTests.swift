import Foundation
import Overlay
import TestSupport
import Testing

@testable import LiveViewOverlay
@testable import Viewfinder

/// The panel of filters, by keys and by the mouse.
@Suite(.serialized) struct FiltersPanelTests {
    private func start(_ settings: String? = nil) throws -> (Viewfinder, VirtualKeyboard) {
        let viewfinder = try Viewfinder(
            ["-vv", "--source", "test:640x360@30:NV12"],
            environment: settings.map { ["XDG_CONFIG_HOME": $0] } ?? [:], showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 600)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        return (viewfinder, try VirtualKeyboard(viewfinder.sway))
    }

    private func keep(_ viewfinder: Viewfinder, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] else { return }
        usleep(700_000)
        try viewfinder.screenshot().write(png: "\(folder)/filters-\(name).png")
    }

    private func press(_ keyboard: VirtualKeyboard, _ keys: String...) throws {
        for key in keys { try keyboard.tap(key) }
    }

    @Test func aFilterIsFoundByTypingTakenSetAndTakenOutByKeys() throws {
        let (viewfinder, keyboard) = try start()
        try viewfinder.press("panel-filters", keyboard)
        try viewfinder.waitForPanel("filters")
        for letter in "sepia" { try keyboard.tap(String(letter)) }
        try keep(viewfinder, "search")
        try press(keyboard, "Return")
        try viewfinder.waitForTitle("sepia") { $0.contains("sepia-tone-filter") }
        // Its row unfolds; behind it are its button and its slider.
        try press(keyboard, "Tab", "Return", "Tab", "Tab", "Home")
        try viewfinder.waitForTitle("a slider at its beginning") {
            $0.contains("sepia-tone-filter:intensity=0)")
        }
        try keep(viewfinder, "unfolded")
        // The number can be typed.
        try press(keyboard, "Return", "0", "period", "2", "5", "Return")
        try viewfinder.waitForTitle("the number") { $0.contains("sepia-tone-filter:intensity=0.25)") }
        try keyboard.tap("Tab", .shift)
        try press(keyboard, "Return")
        try viewfinder.waitForTitle("no filter") { $0 == "Test card – Viewfinder" }
        // The panel goes before the program would, and letters are keys again.
        try press(keyboard, "Escape", "space")
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
    }

    @Test func theOrderIsChangedByKeysAndByTheMouseAndIsThereAgain() throws {
        let folder = NSTemporaryDirectory() + "filters-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (viewfinder, keyboard) = try start(folder)
        let mouse = try VirtualPointer(viewfinder.sway)
        let window = try viewfinder.window.content
        // By the mouse, the bar's button.
        let button = try viewfinder.focus("panel-filters", keyboard)
        try mouse.move(toX: window.x + 300, y: window.y + 300)
        usleep(300_000)
        try mouse.move(toX: window.x + button.x, y: window.y + button.y)
        usleep(300_000)
        try mouse.click()
        try viewfinder.waitForPanel("filters")
        usleep(700_000)
        // The field below the title.
        try mouse.move(toX: window.x + 800, y: window.y + 76)
        usleep(300_000)
        try mouse.click()
        for letter in "sepia" { try keyboard.tap(String(letter)) }
        usleep(500_000)
        // The tile of what was found stands below the heading of its group.
        try mouse.move(toX: window.x + 720, y: window.y + 180)
        usleep(300_000)
        try mouse.click()
        try viewfinder.waitForTitle("sepia") { $0.contains("(sepia-tone-filter:intensity=1)") }
        try mouse.move(toX: window.x + 800, y: window.y + 76)
        usleep(300_000)
        try mouse.click()
        for _ in 0..<5 { try keyboard.tap("BackSpace") }
        for letter in "luminance" { try keyboard.tap(String(letter)) }
        try keyboard.tap("Return")
        try viewfinder.waitForTitle("both") { $0.contains("(sepia-tone-filter + luminance") }
        try keep(viewfinder, "chain")
        // The second row is drawn above the first one.
        try mouse.move(toX: window.x + 740, y: window.y + 201)
        usleep(300_000)
        try mouse.press()
        for step in 1...12 {
            try mouse.move(toX: window.x + 740, y: window.y + 201 - step * 5)
            usleep(20_000)
        }
        try keep(viewfinder, "drag")
        try mouse.release()
        try viewfinder.waitForTitle("the other order") { $0.contains("(luminance + sepia-tone-filter") }
        // By key: from the field to the first row, which goes down again.
        try mouse.move(toX: window.x + 800, y: window.y + 76)
        usleep(300_000)
        try mouse.click()
        try keyboard.tap("Tab")
        try keyboard.tap("Down", .control)
        var title = ""
        try viewfinder.waitForTitle("the first order") {
            title = $0
            return $0.contains("(sepia-tone-filter + luminance")
        }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
        let again = try Viewfinder(
            ["--source", "test:640x360@30:NV12"], in: viewfinder.sway,
            environment: ["XDG_CONFIG_HOME": folder])
        try again.waitForTitle("the same filters") { $0 == title }
    }

    @Test func aSecondPictureThatIsLostIsToldOnThePictureWithTheWayToItsFilter() throws {
        let viewfinder = try Viewfinder(
            ["-vv", "--source", "test:640x360@30:NV12", "--filter", "add-blend:with=99"], showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 600)
        var words = ""
        try viewfinder.waitForTitle("the reason") { title in
            words =
                title.firstMatch(of: /the picture of '99' .*?(?=\) – Viewfinder)/).map { "\($0.output)" }
                ?? ""
            return !words.isEmpty
        }
        try keep(viewfinder, "second-picture")
        // The program makes the same of the same words.
        let notice = Element.toast(
            "state", icon: .warning, "T" + words.dropFirst(),
            buttons: [.button(ViewerScreen.filters, ScreenWords.filters)], isFault: true)
        let window = try viewfinder.window.content
        let place = try OverlayPlaces(window).middle(of: ViewerScreen.filters, in: notice, at: .notice)
        let mouse = try VirtualPointer(viewfinder.sway)
        try mouse.move(toX: place.x - 1, y: place.y)
        usleep(300_000)
        try mouse.move(toX: place.x, y: place.y)
        usleep(300_000)
        try mouse.click()
        try viewfinder.waitForPanel("filters")
    }

    // MARK: - Thumbnails

    /// Opens the panel, in whose field keys are from then on.
    private func openByKey(_ viewfinder: Viewfinder, _ keyboard: VirtualKeyboard) throws {
        try keyboard.tap("l")
        try eventually("the search field", found: { viewfinder.program.log }) {
            viewfinder.program.errors.contains("keys go to filters-search")
        }
    }

    private func rounds(_ viewfinder: Viewfinder) -> Int {
        viewfinder.program.errors.split(separator: "\n").count { $0.contains("debug: thumbnails of ") }
    }

    /// The number of rounds while nothing shall be computed, once the one that was under way is over.
    private func roundsAtRest(_ viewfinder: Viewfinder) -> Int {
        usleep(700_000)
        let before = rounds(viewfinder)
        usleep(1_500_000)
        return rounds(viewfinder) - before
    }

    private func waitForThumbnails(_ viewfinder: Viewfinder, after count: Int, of name: String = "") throws {
        try eventually("thumbnails", within: 30, found: { viewfinder.program.log }) {
            let lines = viewfinder.program.errors.split(separator: "\n").filter {
                $0.contains("debug: thumbnails of ")
            }
            return lines.dropFirst(count).contains { name.isEmpty || $0.contains(name) }
        }
    }

    private func hasThread(_ viewfinder: Viewfinder) -> Bool {
        let folder = "/proc/\(viewfinder.program.identifier)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return tasks.contains {
            (try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)) == "thumbnails\n"
        }
    }

    /// The colours of the test card's bars in a tile whose middle is known.
    private func bars(_ image: Image, _ middle: (x: Int, y: Int)) -> [(
        red: Double, green: Double, blue: Double
    )] {
        (0..<8).map { bar in
            image.mean(
                of: PixelRectangle(x: middle.x - 72 + 18 * bar + 5, y: middle.y - 36, width: 8, height: 16))
        }
    }

    @Test(
        arguments: [(["brightness", "adjustment"], false), (["color", "inversion"], true)], [false, true])
    func aTileShowsWhatItsFilterMakesOfThePicture(filter: (words: [String], inverts: Bool), isStill: Bool)
        throws
    {
        let (words, isInverted) = filter
        let (viewfinder, keyboard) = try start()
        if isStill {
            try keyboard.tap("space")
            try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
        }
        try openByKey(viewfinder, keyboard)
        // What is typed goes into the field, whatever these letters do elsewhere.
        try keyboard.type(words.joined(separator: " "))
        let name = words.joined(separator: "-")
        try waitForThumbnails(viewfinder, after: 0, of: name)
        // Once for the opening, and for the space: what is said later is said of Tab.
        try eventually("the last key", found: { viewfinder.program.log }) {
            viewfinder.program.errors.split(separator: "\n").count {
                $0.contains("keys go to filters-search")
            } == 2
        }
        let middle = try viewfinder.focus("filter=\(name)", keyboard)
        let card: [(Double, Double, Double)] = [
            (191, 191, 191), (191, 191, 0), (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0),
            (0, 0, 191), (0, 0, 0),
        ]
        let expected = card.map { color in
            isInverted ? (255 - color.0, 255 - color.1, 255 - color.2) : color
        }
        try eventually(
            "the bars of the card", found: { "\((try? self.bars(viewfinder.screenshot(), middle)) ?? [])" }
        ) {
            zip(bars(try viewfinder.screenshot(), middle), expected).allSatisfy { seen, wanted in
                abs(seen.red - wanted.0) < 12 && abs(seen.green - wanted.1) < 12
                    && abs(seen.blue - wanted.2) < 12
            }
        }
        try keep(viewfinder, name)
        try keyboard.tap("Return")
        try viewfinder.waitForTitle(name) { $0.contains(name) }
    }

    @Test func nothingIsComputedWithoutThePanelOrAPictureThatRunsOrATileInSight() throws {
        let (viewfinder, keyboard) = try start()
        usleep(500_000)
        #expect(rounds(viewfinder) == 0 && !hasThread(viewfinder))
        try openByKey(viewfinder, keyboard)
        try waitForThumbnails(viewfinder, after: 3)
        #expect(hasThread(viewfinder))
        try keep(viewfinder, "thumbnails")
        // Never more than five rounds a second.
        let (start, first) = (ContinuousClock.now, rounds(viewfinder))
        usleep(2_000_000)
        let second = rounds(viewfinder)
        let seconds = Double((ContinuousClock.now - start).components.seconds) + 1
        #expect(second > first && Double(second - first) <= 5 * seconds + 1)
        // The letters leave the field, and Space is a key again.
        try press(keyboard, "Escape", "space")
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
        // Each tile in sight is computed once of that picture.
        try eventually("rest", within: 60, found: { viewfinder.program.log }) {
            roundsAtRest(viewfinder) == 0
        }
        try keyboard.tap("space")
        try viewfinder.waitForTitle("a picture that runs") { !$0.contains("frozen") }
        try waitForThumbnails(viewfinder, after: rounds(viewfinder))
        // No tile is in sight.
        try viewfinder.focus("filters-search", keyboard)
        try keyboard.type("no such filter")
        #expect(roundsAtRest(viewfinder) == 0)
        // The words go first, then the keys leave the field, then the panel goes.
        try press(keyboard, "Escape", "Escape", "Escape")
        try viewfinder.waitForPanel("closed")
        #expect(roundsAtRest(viewfinder) == 0)
        try eventually("no thread", found: { viewfinder.program.log }) { !hasThread(viewfinder) }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }

    @Test func tilesOutOfSightAreNotComputedAndArrowsBringThemIntoSight() throws {
        let (viewfinder, keyboard) = try start()
        try openByKey(viewfinder, keyboard)
        try waitForThumbnails(viewfinder, after: 6)
        let last = "color-local-binary-pattern"
        #expect(!viewfinder.program.errors.contains("thumbnails of \(last)"))
        let seen = Set(
            viewfinder.program.errors.split(separator: "\n").filter { $0.contains("debug: thumbnails of ") }
                .flatMap { $0.split(separator: " of ")[1].split(separator: ", ") })
        #expect((4...14).contains(seen.count), "\(seen)")
        for _ in 0..<12 { try keyboard.tap("Down") }
        // Rounds that were under way have ended when three have nothing of those.
        let later = try eventually("other tiles", within: 30, found: { viewfinder.program.log }) {
            let names = Set(
                viewfinder.program.errors.split(separator: "\n")
                    .filter { $0.contains("debug: thumbnails of ") }
                    .suffix(3).flatMap { $0.split(separator: " of ")[1].split(separator: ", ") })
            return names.isDisjoint(with: seen) ? names : nil
        }
        try keep(viewfinder, "scrolled")
        try keyboard.tap("Return")
        try viewfinder.waitForTitle("a filter") { title in later.contains { title.contains("(\($0)") } }
    }

    @Test func viewAndKeysGoOnBesideARoundOfThumbnailsThatNeverEnds() throws {
        let viewfinder = try Viewfinder(
            ["-vv", "--source", "test:640x360@30:NV12", "--stats", "-"],
            environment: PreloadedLibrary.environment("endless-thumbnails"), showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 600)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        try openByKey(viewfinder, keyboard)
        try waitForThumbnails(viewfinder, after: 0)
        func last() throws -> Statistics? { try Statistics.reports(in: viewfinder.program.output).last }
        let begin = try eventually("a report") { try last() }
        let end = try eventually("reports", within: 60, found: { viewfinder.program.log }) {
            try last().flatMap { $0.shown >= begin.shown + 90 ? $0 : nil }
        }
        // The round has kept no frame from the source.
        #expect(end.lost == begin.lost)
        #expect(rounds(viewfinder) == 1 && hasThread(viewfinder))
        try press(keyboard, "Escape", "space")
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
    }

    // MARK: - Kept chains

    private func text(_ folder: String) -> String {
        (try? String(contentsOfFile: folder + "/viewfinder/settings.json", encoding: .utf8)) ?? ""
    }

    @Test func aNameIsTypedWithDeadKeys() throws {
        let folder = NSTemporaryDirectory() + "dead-keys-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (viewfinder, keyboard) = try start(folder)
        try keyboard.tap("]")
        try openByKey(viewfinder, keyboard)
        try viewfinder.press("chain-keep", keyboard)
        try eventually("the field", found: { viewfinder.program.log }) {
            viewfinder.program.errors.split(separator: "\n").last { $0.contains("debug: keys go to ") }?
                .contains("chain-name") == true
        }
        let international = try VirtualKeyboard(viewfinder.sway, layout: "us(intl)")
        // An acute accent with E, and one with X, which there is not.
        for key in ["'", "e", "'", "x", "Return"] { try international.tap(key) }
        try eventually("the kept chain", found: { self.text(folder) }) { text(folder).contains("\"é\"") }
    }

    @Test func aChainIsKeptUnderANameAndThereAgainAtTheNextStart() throws {
        let folder = NSTemporaryDirectory() + "chains-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (viewfinder, keyboard) = try start(folder)
        try openByKey(viewfinder, keyboard)
        for words in ["sepia", "luminance"] {
            try keyboard.type(words)
            try keyboard.tap("Return")
            for _ in words { try keyboard.tap("BackSpace") }
        }
        // Once for the opening, and for each of these keys: what is said later is said of other keys.
        try eventually("the last key", found: { viewfinder.program.log }) {
            viewfinder.program.errors.split(separator: "\n").count {
                $0.contains("keys go to filters-search")
            }
                == 1 + 6 + 10
        }
        var chain = ""
        try viewfinder.waitForTitle("both") {
            chain = $0
            return $0.contains("(sepia-tone-filter + luminance")
        }
        try viewfinder.press("chain-keep", keyboard)
        try keep(viewfinder, "naming")
        // Escape leaves the field alone, for the row that asks for a name.
        try keyboard.tap("Escape")
        try eventually("the row", found: { viewfinder.program.log }) {
            viewfinder.program.errors.split(separator: "\n").last { $0.contains("debug: keys go to ") }?
                .contains("chain-keep") == true
        }
        try keyboard.tap("Return")
        try eventually("the field", found: { viewfinder.program.log }) {
            viewfinder.program.errors.split(separator: "\n").last { $0.contains("debug: keys go to ") }?
                .contains("chain-name") == true
        }
        // The proposal is selected: the first letter takes its place.
        try keyboard.type("warm")
        try keyboard.tap("Return")
        try eventually("the kept chain", found: { self.text(folder) }) { text(folder).contains("\"warm\"") }
        try keep(viewfinder, "kept")
        // Keys go to the chain's row, from which digits are keys again.
        try keyboard.tap("0")
        try viewfinder.waitForTitle("no filters") { $0 == "Test card – Viewfinder" }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
        let again = try Viewfinder(
            ["-vv", "--source", "test:640x360@30:NV12"], in: viewfinder.sway,
            environment: ["XDG_CONFIG_HOME": folder], showsOverlay: true)
        try again.sway.resize(again.program, width: 960, height: 600)
        try again.waitForTitle("the card") { $0 == "Test card – Viewfinder" }
        try openByKey(again, keyboard)
        try again.press("kept=warm", keyboard)
        try again.waitForTitle("the kept chain") { $0 == chain }
        // Return says it once more.
        try eventually("the last key", found: { again.program.log }) {
            again.program.errors.split(separator: "\n").count { $0.contains("keys go to kept=warm") } == 2
        }
        try again.press("kept-remove=warm", keyboard)
        try eventually("no kept chain", found: { self.text(folder) }) { !text(folder).contains("\"warm\"") }
        try again.waitForTitle("the chain on the picture stays") { $0 == chain }
    }

    @Test func aChainThatCannotBeReadIsToldOfAndLeftAlone() throws {
        let folder = NSTemporaryDirectory() + "chains-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder + "/viewfinder", withIntermediateDirectories: true)
        let chains = #"{"chains": {"later": {"of": 2}, "other": ["haze", "no-such-filter"]}}"#
        try chains.write(toFile: folder + "/viewfinder/settings.json", atomically: true, encoding: .utf8)
        let (viewfinder, keyboard) = try start(folder)
        try openByKey(viewfinder, keyboard)
        for name in ["later", "other"] {
            try viewfinder.press("kept=\(name)", keyboard)
            try viewfinder.waitForTitle("why not") { $0.contains("\(name) cannot be used") }
            try eventually("the last key", found: { viewfinder.program.log }) {
                viewfinder.program.errors.split(separator: "\n")
                    .count { $0.contains("keys go to kept=\(name) ") } == 2
            }
        }
        try keep(viewfinder, "unreadable")
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
        let kept = try JSONSerialization.jsonObject(with: Data(text(folder).utf8)) as? [String: Any]
        let given = try JSONSerialization.jsonObject(with: Data(chains.utf8)) as? [String: Any]
        #expect(kept?["chains"] as? NSDictionary == given?["chains"] as? NSDictionary)
        #expect(kept?["chains"] != nil)
    }
}
