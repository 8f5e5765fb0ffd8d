import Foundation
import Overlay
import TestSupport
import Testing

@testable import LiveViewOverlay
@testable import Viewfinder

/// Header, bar, menu and panels over the picture, by pointer and keys.
@Suite(.serialized) struct OverlayTests {
    private func start(_ options: [String] = [], environment: [String: String?] = [:]) throws -> (
        viewfinder: Viewfinder, mouse: VirtualPointer, window: PixelRectangle
    ) {
        let cards = ["--source", "test:640x360@30:NV12", "--source", "test:400x400@30:YUYV"]
        let viewfinder = try Viewfinder(cards + options, environment: environment, showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 600)
        let mouse = try VirtualPointer(viewfinder.sway)
        let window = try viewfinder.window.content
        try viewfinder.expect(CardView(window: (window.width, window.height)))
        return (viewfinder, mouse, window)
    }

    @Test func aPanelThatWouldNotBeSeenIsNotOpened() throws {
        let (viewfinder, _, _) = try start(["-vv"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.sway.resize(viewfinder.program, width: 180, height: 120)
        try eventually("the small window") { try viewfinder.screenshot().width == 180 }
        try keyboard.tap("l")
        // A key behind it has been heard, so that one was, too.
        try keyboard.tap("space")
        try viewfinder.waitForTitle("the freeze") { $0.contains("frozen") }
        #expect(!viewfinder.program.errors.contains("the panel is"), "\(viewfinder.program.log)")
        try viewfinder.sway.resize(viewfinder.program, width: 640, height: 400)
        try eventually("a large window") { try viewfinder.screenshot().width == 640 }
        try keyboard.tap("l")
        try viewfinder.waitForPanel("filters")
    }

    /// Keeps a picture for those who want to look at it.
    private func keep(_ image: Image, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] else { return }
        try image.write(png: "\(folder)/\(name).png")
    }

    /// The smallest rectangle with all pixels that differ, from a row and a column on: before them is the pointer, which screenshots show.
    ///
    /// - Parameters:
    ///   - one: A picture.
    ///   - other: Another picture.
    ///   - row: The first row that is looked at.
    ///   - end: The row at which the look ends; nil for the last one.
    ///   - column: The first column that is looked at.
    /// - Returns: The rectangle; nil where none differ.
    private func difference(
        _ one: Image, _ other: Image, from row: Int = 400, to end: Int? = nil, column: Int = 0
    ) -> PixelRectangle? {
        var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
        for y in row..<(end ?? one.height) {
            for x in column..<one.width where one[x, y] != other[x, y] {
                (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
            }
        }
        guard right >= 0 else { return nil }
        return PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// Moves the pointer over the picture, as a hand does.
    private func moveOver(_ window: PixelRectangle, _ mouse: VirtualPointer) throws {
        try mouse.move(toX: window.x + 300, y: window.y + 300)
        usleep(20_000)
        try mouse.move(toX: window.x + 310, y: window.y + 300)
    }

    /// Freezes the picture, and waits until the mark of it is there.
    private func freeze(_ viewfinder: Viewfinder) throws {
        try viewfinder.sway.type(["-k", "space"])
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
    }

    @Test func theBarComesWithThePointerAndGoesWithoutATrace() throws {
        let (viewfinder, mouse, window) = try start()
        try freeze(viewfinder)
        usleep(300_000)
        let before = try viewfinder.screenshot()
        try moveOver(window, mouse)
        let bar = try eventually("the bar", found: { viewfinder.program.log }) {
            difference(before, try viewfinder.screenshot())
        }
        try keep(try viewfinder.screenshot(), "bar")
        // The pill is a scrim of half black, which does not show over black.
        #expect(bar.y >= window.height - 16 - 56 && bar.y + bar.height <= window.height - 16)
        #expect(bar.x >= window.width / 4 && bar.x + bar.width <= window.width * 3 / 4)
        try eventually("the picture alone", within: 10, found: { viewfinder.program.log }) {
            difference(before, try viewfinder.screenshot()) == nil
        }
    }

    /// Starts the program with settings that say which windows have a header.
    private func start(
        header: Bool, _ options: [String] = [], environment: [String: String?] = [:]
    ) throws -> (viewfinder: Viewfinder, mouse: VirtualPointer, window: PixelRectangle) {
        let folder = NSTemporaryDirectory() + "header-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder + "/viewfinder", withIntermediateDirectories: true)
        try "{\"header\": \(header)}".write(
            toFile: folder + "/viewfinder/settings.json", atomically: true, encoding: .utf8)
        let more = ["XDG_CONFIG_HOME": folder, "WAYLAND_DEBUG": "client"]
        return try start(options, environment: environment.merging(more) { $1 })
    }

    /// The modes of decoration that the program has asked for: 1 is a title bar of its own, 2 the compositor's.
    private func decorations(_ viewfinder: Viewfinder) -> [String] {
        WireLog(viewfinder.program.errors).messages.filter {
            $0.name == "zxdg_toplevel_decoration_v1.set_mode"
        }.flatMap(\.arguments)
    }

    @Test func aHeaderThatIsWantedStandsInThePlaceOfTheTitleBar() throws {
        let (viewfinder, mouse, window) = try start(header: true)
        #expect(decorations(viewfinder) == ["1"])
        try freeze(viewfinder)
        usleep(300_000)
        let before = try viewfinder.screenshot()
        try moveOver(window, mouse)
        let header = try eventually("the header", found: { viewfinder.program.log }) {
            // Beside the mark of a still picture, which makes room for it.
            difference(
                before, try viewfinder.screenshot(), from: 0, to: 200, column: window.width * 3 / 4)
        }
        try keep(try viewfinder.screenshot(), "header")
        #expect(header.y + header.height <= 40)
        #expect(decorations(viewfinder) == ["1"])
    }

    @Test func aHeaderThatIsNotWantedIsNotInFullScreenEither() throws {
        let (viewfinder, mouse, _) = try start(header: false)
        #expect(decorations(viewfinder) == ["2"])
        try viewfinder.sway.type("f")
        try viewfinder.sway.window(of: viewfinder.program, "full screen") { $0.isFullscreen }
        try freeze(viewfinder)
        usleep(300_000)
        let before = try viewfinder.screenshot()
        try mouse.move(toX: 300, y: 500)
        usleep(20_000)
        try mouse.move(toX: 310, y: 500)
        _ = try eventually("the bar", found: { viewfinder.program.log }) {
            difference(before, try viewfinder.screenshot(), from: 600)
        }
        usleep(300_000)
        let image = try viewfinder.screenshot()
        try keep(image, "no-header")
        #expect(difference(before, image, from: 0, to: 200, column: image.width * 3 / 4) == nil)
    }

    @Test func aWindowWhoseHeaderCannotBeDrawnAsksForATitleBar() throws {
        let folder = NSTemporaryDirectory() + "fonts-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "<fontconfig><cachedir>\(folder)</cachedir></fontconfig>".write(
            toFile: folder + "/fonts.conf", atomically: true, encoding: .utf8)
        let (viewfinder, mouse, window) = try start(
            header: true, environment: ["FONTCONFIG_FILE": folder + "/fonts.conf"])
        try moveOver(window, mouse)
        try eventually("a title bar", found: { viewfinder.program.log }) {
            decorations(viewfinder) == ["1", "2"]
        }
        // And where nothing was to be shown in the first place.
        let (other, _, _) = try start(header: true, ["--no-overlay"])
        #expect(decorations(other) == ["2"])
    }

    @Test func buttonsDoWhatTheirKeysDo() throws {
        let (viewfinder, mouse, window) = try start(["-vv"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        let button = try viewfinder.focus("mirror", keyboard)
        try mouse.move(toX: window.x + 300, y: window.y + 300)
        usleep(300_000)
        try mouse.move(toX: window.x + button.x, y: window.y + button.y)
        usleep(300_000)
        try mouse.click()
        usleep(20_000)
        try mouse.move(toX: 2, y: 2)
        var view = CardView(window: (window.width, window.height))
        view.isMirrored = true
        try viewfinder.expect(view, "the mirrored picture")
    }

    @Test func aButtonOfANoticeIsReachedByTabAndTheNoticeWaits() throws {
        let (viewfinder, _, _) = try start(["-vv"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the picture") { $0.contains("saved viewfinder-") }
        try viewfinder.focus("open-file", keyboard)
        // Longer than it would stay.
        usleep(5_000_000)
        try keyboard.tap("Return")
        // No desktop is there that could open it: its file is named.
        try viewfinder.waitForTitle("the reason") {
            $0.contains(" is there, but no program could be asked")
        }
    }

    @Test func theSecondaryButtonOnTheBarOpensTheMenuAndThatOfTheSwitchTheCameras() throws {
        let (viewfinder, mouse, window) = try start(["-vv"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        let button = try viewfinder.focus("photograph", keyboard)
        try mouse.move(toX: window.x + button.x - 1, y: window.y + button.y)
        usleep(100_000)
        try mouse.move(toX: window.x + button.x, y: window.y + button.y)
        usleep(300_000)
        try mouse.click(.right)
        try viewfinder.press("panel-keys", keyboard)
        try viewfinder.waitForPanel("keys")
        try keyboard.tap("Escape")
        try viewfinder.waitForPanel("closed")
        try viewfinder.focus("nextCamera", keyboard)
        try keyboard.tap("Menu")
        try viewfinder.waitForPanel("cameras")
    }

    @Test func keysWithControlAreNoTextAndAFieldIsSelected() throws {
        let (viewfinder, _, _) = try start(["-vv"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.openPanel("filters", keyboard)
        for letter in "sepia" { try keyboard.tap(String(letter)) }
        // What is typed takes the place of what is selected.
        try keyboard.tap("a", .control)
        for letter in "lumin" { try keyboard.tap(String(letter)) }
        try keyboard.tap("Return")
        try viewfinder.waitForTitle("the filter") { $0.contains("luminance") }
        try keyboard.tap("w", .control)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }

    @Test func thePanelOfKeysOpensFromTheMenuAndEscapeClosesIt() throws {
        let (viewfinder, mouse, window) = try start(["-vv"])
        try freeze(viewfinder)
        usleep(300_000)
        let before = try viewfinder.screenshot()
        try mouse.move(toX: window.x + 300, y: window.y + 200)
        usleep(20_000)
        try mouse.click(.right)
        _ = try eventually("the menu", found: { viewfinder.program.log }) {
            difference(before, try viewfinder.screenshot(), from: 300)
        }
        let row = try viewfinder.focus("panel-keys", VirtualKeyboard(viewfinder.sway))
        try mouse.move(toX: window.x + row.x, y: window.y + row.y)
        usleep(300_000)
        try mouse.click()
        try viewfinder.waitForPanel("keys")
        let panel = try eventually("the panel", found: { viewfinder.program.log }) {
            // Above the bar.
            difference(
                before, try viewfinder.screenshot(), from: 100, to: window.height - 80,
                column: window.width * 2 / 3 - 8
            ).flatMap { $0.height > 100 ? $0 : nil }
        }
        try keep(try viewfinder.screenshot(), "keys")
        #expect(panel.x >= window.width - 328 && panel.x + panel.width <= window.width - 8)
        try viewfinder.sway.type(["-k", "Escape"])
        try mouse.move(toX: 2, y: 2)
        try eventually("the picture alone", found: { viewfinder.program.log }) {
            difference(before, try viewfinder.screenshot()) == nil
        }
        #expect(viewfinder.program.isRunning)
    }

    /// The menus and panels that were opened and closed, in order.
    private func states(_ viewfinder: Viewfinder, _ what: String) -> [String] {
        let start = "viewfinder: debug: the \(what) is "
        return viewfinder.program.errors.split(separator: "\n").filter { $0.hasPrefix(start) }
            .map { String($0.dropFirst(start.count)) }
    }

    @Test func theButtonOfAMenuClosesItAndADoubleClickChoosesNothing() throws {
        let (viewfinder, mouse, window) = try start(["-vv"])
        func at(_ button: (x: Int, y: Int)) throws {
            try mouse.move(toX: button.x, y: button.y - 100)
            usleep(300_000)
            try mouse.move(toX: button.x, y: button.y)
            usleep(500_000)
        }
        func expect(_ expected: [String], _ what: String) throws {
            try eventually(what, found: { viewfinder.program.log }) {
                states(viewfinder, "menu") == expected
            }
            // Longer than a double click.
            usleep(500_000)
        }
        let places = try OverlayPlaces(window, cameras: 2)
        try at(places.button("more"))
        try mouse.click()
        try expect(["menu"], "the menu")
        try keep(try viewfinder.screenshot(), "menu")
        try mouse.click()
        try expect(["menu", "closed"], "no menu")
        for _ in 0..<2 { try mouse.click() }
        try expect(["menu", "closed", "menu", "closed"], "no menu after a double click")
        // Another menu takes its place, and a press on the picture closes it.
        try mouse.click()
        try at(places.button("timer"))
        try mouse.click()
        try expect(
            ["menu", "closed", "menu", "closed", "menu", "closed", "timer-menu"], "the timer's menu")
        // Its tooltip would be over it.
        try keep(try viewfinder.screenshot(), "timer")
        try mouse.move(toX: window.x + 100, y: window.y + 100)
        usleep(300_000)
        try mouse.click()
        try eventually("no menu", found: { viewfinder.program.log }) {
            states(viewfinder, "menu").last == "closed"
        }
        #expect(viewfinder.program.isRunning && states(viewfinder, "panel").isEmpty)
    }

    @Test func theWheelScrollsAPanelThatHasOpenedUnderThePointer() throws {
        let (viewfinder, mouse, window) = try start(["-vv"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try freeze(viewfinder)
        let column = window.width - 320
        try mouse.move(toX: window.x + column + 60, y: window.y + 60)
        usleep(20_000)
        try mouse.move(toX: window.x + column + 61, y: window.y + 60)
        try viewfinder.openPanel("keys", keyboard)
        usleep(300_000)
        let before = try viewfinder.screenshot()
        try mouse.scroll(down: 4)
        let change = try eventually("other rows", found: { viewfinder.program.log }) {
            difference(before, try viewfinder.screenshot(), from: 100).flatMap { $0.height > 100 ? $0 : nil }
        }
        try keep(try viewfinder.screenshot(), "keys-scrolled")
        // The picture below has not been enlarged.
        #expect(change.x >= column - 8)
    }

    @Test func aPanelIsAtTheLeftWhereTheLanguageReadsFromRightToLeft() throws {
        let (viewfinder, _, _) = try start(["-vv"], environment: ["LC_ALL": "ar_EG.UTF-8"])
        try freeze(viewfinder)
        usleep(300_000)
        let before = try viewfinder.screenshot()
        try viewfinder.openPanel("keys", try VirtualKeyboard(viewfinder.sway))
        _ = try eventually("the panel", found: { viewfinder.program.log }) {
            difference(before, try viewfinder.screenshot(), from: 100)
                .flatMap { $0.x < 20 && $0.height > 100 ? $0 : nil }
        }
        try keep(try viewfinder.screenshot(), "keys-right-to-left")
    }

    @Test func theKeyOfTheKeysOpensTheirPanelAndClosesIt() throws {
        let (viewfinder, _, _) = try start(["-vv"])
        try viewfinder.sway.type("?")
        try viewfinder.waitForPanel("keys")
        try viewfinder.sway.type("?")
        try viewfinder.waitForPanel("closed")
        #expect(!viewfinder.program.output.contains("The panel of keys"))
    }

    @Test func whatWasSavedIsInTheBarAndIsOpenedByTheDesktop() throws {
        let (viewfinder, mouse, window) = try start()
        try viewfinder.sway.type("p")
        try viewfinder.waitForTitle("the picture") { $0.contains("saved viewfinder-") }
        let place = try OverlayPlaces(window, cameras: 2, hasLastFile: true).button("last-file")
        try mouse.move(toX: place.x, y: place.y - 100)
        usleep(300_000)
        try mouse.move(toX: place.x, y: place.y)
        usleep(500_000)
        try keep(try viewfinder.screenshot(), "last-file")
        try mouse.click()
        // No desktop is there that could open it: its file is named.
        try viewfinder.waitForTitle("the reason") {
            $0.contains("/viewfinder-") && $0.contains(" is there, but no program could be asked")
        }
        #expect(viewfinder.program.isRunning)
    }

    @Test func theLastPictureOfABurstIsInTheBar() throws {
        let home = NSTemporaryDirectory() + "burst-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let (viewfinder, _, _) = try start(["-vv"], environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.press("timer", keyboard)
        try viewfinder.press("timer=burst", keyboard)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("ten") { $0.contains("10 pictures saved") }
        try viewfinder.press("last-file", keyboard)
        let last = try #require(
            FileManager.default.contentsOfDirectory(atPath: home + "/Pictures").max())
        // No desktop is there that could open it: its file is named.
        try viewfinder.waitForTitle("the reason") {
            $0.contains("/\(last) is there, but no program could be asked")
        }
    }

    @Test func theKeyOfKeysOpensTheirPanelAndClosesIt() throws {
        let (viewfinder, _, _) = try start(["-vv"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("F1")
        try viewfinder.waitForPanel("keys")
        try keyboard.tap("F1")
        try viewfinder.waitForPanel("closed")
        #expect(!viewfinder.program.output.contains("Next camera"), "nothing is printed")
    }

    @Test func anotherCameraAndTheZoomAreToldOnThePicture() throws {
        let (viewfinder, mouse, window) = try start(["-vv"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        func expectTold(_ words: String) throws {
            try eventually(words, found: { viewfinder.program.log }) {
                viewfinder.program.errors.contains("debug: \(words)")
            }
        }
        #expect(!viewfinder.program.errors.contains("debug: Camera "), "not at the start")
        try keyboard.tap("c")
        try expectTold("Camera 2 of 2: Test card")
        for _ in 0..<4 { try keyboard.tap("z") }
        try expectTold("Zoom 2.0×")
        try keep(try viewfinder.screenshot(), "zoom")
        let notice = Element.toast(
            "notice", "Zoom 2.0×", buttons: [.button(ViewerScreen.wholePicture, ScreenWords.wholePicture)])
        let place = try OverlayPlaces(window).middle(of: ViewerScreen.wholePicture, in: notice, at: .notice)
        try mouse.move(toX: place.x - 1, y: place.y)
        usleep(300_000)
        try mouse.move(toX: place.x, y: place.y)
        usleep(300_000)
        try mouse.click()
        try expectTold("Zoom 1.0×")
    }

    @Test func everythingToLookAt() throws {
        let (viewfinder, mouse, window) = try start()
        func at(_ x: Int, _ y: Int) throws {
            try mouse.move(toX: window.x + x - 1, y: window.y + y)
            usleep(20_000)
            try mouse.move(toX: window.x + x, y: window.y + y)
            usleep(500_000)
        }
        try at(480, 300)
        try keep(try viewfinder.screenshot(), "1-bar")
        let places = try OverlayPlaces(window, cameras: 2)
        let shutter = try places.button("photograph")
        try at(shutter.x - window.x, shutter.y - window.y)
        usleep(800_000)
        try keep(try viewfinder.screenshot(), "2-tooltip")
        try mouse.click()
        usleep(500_000)
        try keep(try viewfinder.screenshot(), "3-saved")
        try at(300, 200)
        try mouse.click(.right)
        usleep(500_000)
        try keep(try viewfinder.screenshot(), "4-menu")
        try viewfinder.sway.type(["-k", "Escape"])
        try freeze(viewfinder)
        usleep(300_000)
        try keep(try viewfinder.screenshot(), "5-frozen")
        try viewfinder.sway.type("f")
        usleep(700_000)
        try at(480, 300)
        try keep(try viewfinder.screenshot(), "6-fullscreen")
        print(viewfinder.program.log)
    }
}
