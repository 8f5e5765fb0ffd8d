import Glibc
import LinuxIO
import Overlay
import TestSupport
import Testing

@testable import LiveViewOverlay
@testable import WaylandClient

/// The keys, fingers and clicks of an overlay, seen from the compositor's side.
@Suite struct OverlayMannersTests {
    private let notice = OverlayNotice("Saved", buttons: [.button("open", "Open")])
    private let state = OverlayNotice("Gone", buttons: [.button("again", "Try again")], isFault: true)

    private func panel(_ rows: [Element] = []) -> Element {
        let value = SliderValue(2, in: 0...8, step: 1)
        return .panel(
            "panel", title: "Panel",
            pinned: [.field("field", name: "Field", text: "", placeholder: "")],
            [.slider("slider", "Slider", value)] + rows)
    }

    // MARK: - Keys

    @Test func tabGoesThroughAllThatIsShownAndRound() throws {
        let stage = try OverlayStage(header: .always)
        stage.overlay.state = state
        stage.overlay.show(notice)
        var order: [String?] = []
        for _ in 0..<8 {
            #expect(try stage.press("Tab"))
            order.append(stage.focus)
        }
        let all = ["open", "again", "one", "two", "window-minimize", "window-maximize", "window-close"]
        #expect(order == all + ["open"])
        order = []
        for _ in 0..<8 {
            try stage.press("ISO_Left_Tab", .shift)
            order.append(stage.focus)
        }
        #expect(order == all.reversed() + ["window-close"])
        // One guest alone has the focus.
        #expect(stage.overlay.guests.values.count { $0.scene.focusedElement != nil } == 1)
    }

    @Test func aPanelComesFirstAndEscapeClosesItFromEverywhere() throws {
        let stage = try OverlayStage()
        stage.overlay.panel = panel()
        var closed = 0
        stage.overlay.onPanelClosed = { closed += 1 }
        var order: [String?] = []
        for _ in 0..<6 {
            try stage.press("Tab")
            order.append(stage.focus)
        }
        #expect(order == ["panel-close", "field", "slider", "one", "two", "panel-close"])
        try stage.press("ISO_Left_Tab", .shift)
        #expect(stage.focus == "two")
        #expect(try stage.press("Escape"))
        #expect(closed == 1 && stage.overlay.panel == nil)
    }

    @Test func aMenuKeepsTheKeysToItself() throws {
        let stage = try OverlayStage()
        stage.overlay.show(notice)
        stage.overlay.showMenu(.menu("menu", name: "Menu", [.item("a", "A"), .item("b", "B")]))
        var order: [String?] = []
        for _ in 0..<3 {
            try stage.press("Tab")
            order.append(stage.focus)
        }
        #expect(order == ["a", "b", "a"])
        #expect(try stage.press("Escape"))
        #expect(stage.overlay.menu == nil)
    }

    @Test func aNoticeThatHasTheFocusDoesNotPassAndIsPressed() throws {
        let stage = try OverlayStage()
        stage.overlay.show(notice)
        try stage.press("Tab")
        #expect(stage.focus == "open")
        try stage.client.run(milliseconds: 4_300)
        #expect(stage.shown.contains("notice") && !stage.shown.contains("bar"))
        #expect(try stage.press("Return"))
        #expect(stage.actions == [.activated("open")])
        #expect(!stage.shown.contains("notice") && stage.focus == nil)
    }

    @Test func aKeyThatIsHeldPressesOnce() throws {
        let stage = try OverlayStage()
        try stage.press("Tab")
        for key in ["Return", "space"] {
            stage.actions = []
            #expect(try stage.press(key))
            for _ in 0..<5 { #expect(try stage.press(key, isRepeat: true)) }
            #expect(stage.actions == [.activated("one")])
        }
        try stage.press("Right", isRepeat: true)
        #expect(stage.focus == "two")
        try stage.press("Tab", isRepeat: true)
        #expect(stage.focus == "one")
    }

    @Test func commandsAreNotTypedAndTheFieldIsSelected() throws {
        let stage = try OverlayStage()
        stage.overlay.panel = panel()
        stage.overlay.setFocus("field")
        for letter in ["a", "b", "c"] { #expect(try stage.press(letter)) }
        for modifier: Modifiers in [.control, .alt, .logo] {
            #expect(try !stage.press("w", modifier))
            #expect(try !stage.press("space", modifier))
        }
        #expect(try stage.press("a", .control))
        #expect(try stage.press("d", isRepeat: true))
        #expect(
            stage.actions == [
                .edited("field", "a"), .edited("field", "ab"), .edited("field", "abc"), .edited("field", "d"),
            ])
    }

    @Test func deadKeysMakeLettersInAFieldAndNothingIsLeftOfThemElsewhere() throws {
        let stage = try OverlayStage()
        stage.overlay.panel = panel()
        for key in ["dead_acute", "e"] { #expect(try !stage.press(key)) }
        stage.overlay.setFocus("field")
        for key in ["dead_acute", "Shift_L", "e", "dead_acute", "x", "o"] { try stage.press(key) }
        #expect(stage.actions == [.edited("field", "é"), .edited("field", "éo")])
        // Whoever leaves the field, or gives a command, has left the sequence.
        for leave in [
            { for key in ["Tab", "ISO_Left_Tab"] { try stage.press(key) } },
            { _ = try stage.press("a", .control) },
            {
                stage.click(300, 200); stage.overlay.setFocus("field")
            },
        ] {
            try stage.press("a", .control)
            try stage.press("BackSpace")
            try stage.press("dead_acute")
            try leave()
            try stage.press("e")
            #expect(stage.actions.last == .edited("field", "e"))
        }
    }

    @Test func theTextOnTheClipboardIsTypedIntoAFieldAndTheFieldsKeysAreNotThePrograms() throws {
        let stage = try OverlayStage(with: [("wl_data_device_manager", 3)])
        stage.overlay.panel = panel()
        // Elsewhere these keys are the program's.
        for key in ["c", "v"] { #expect(try !stage.press(key, .control)) }
        stage.overlay.setFocus("field")
        stage.compositor.send("wl_keyboard.key", .number(31), .number(0), .number(46), .number(0))
        let offer = stage.compositor.make("wl_data_offer", by: "wl_data_device.data_offer")
        stage.compositor.send("offer", from: offer, [.string("text/plain;charset=utf-8")])
        stage.compositor.send("wl_data_device.selection", .object(offer))
        try stage.settle()
        func paste(_ key: String, _ modifiers: Modifiers, _ text: String) throws {
            #expect(try stage.press(key, modifiers))
            try stage.settle()
            let pipe = Descriptor(owning: try #require(stage.compositor.takePipe()))
            #expect(write(pipe.number, text, text.utf8.count) == text.utf8.count)
        }
        try paste("v", .control, "warm\r\n\u{1b}[1m\tlight\u{202e}")
        try stage.client.run("the text") { stage.actions == [.edited("field", "warm[1mlight")] }
        try paste("Insert", .shift, "er")
        try stage.client.run("the next one") { stage.actions.last == .edited("field", "warm[1mlighter") }
        #expect(try stage.press("c", .control))
        #expect(stage.compositor.requests("wl_data_device.set_selection").isEmpty)
        // What comes once the field was left belongs nowhere.
        stage.actions = []
        try paste("v", .control, "late")
        stage.overlay.panel = nil
        try stage.client.run(milliseconds: 50)
        #expect(stage.actions.isEmpty)
    }

    @Test func theBarGoesTwoSecondsAfterTheLastKeyAndComesWithTheFocusWhereItWas() throws {
        let stage = try OverlayStage()
        try stage.press("Tab")
        try stage.press("Tab")
        #expect(stage.focus == "two" && stage.shown == ["bar"])
        try stage.client.run("its end") { stage.shown.isEmpty }
        #expect(stage.focus == nil)
        #expect(try !stage.press("Return"))
        try stage.press("Tab")
        #expect(stage.focus == "two")
        #expect(try stage.press("Escape"))
        #expect(stage.shown.isEmpty)
        // Where it was put away, it begins anew.
        try stage.press("Tab")
        #expect(stage.focus == "one")
        stage.click(320, 200)
        #expect(stage.shown.isEmpty && stage.focus == nil)
        #expect(try !stage.press("Escape"))
    }

    // MARK: - Places

    @Test(arguments: [(300, 200), (180, 120)])
    func whatGoesSoftlyIsGoneAtOnceWhereTheWindowHasAnotherSize(width: Int, height: Int) throws {
        let stage = try OverlayStage(isMotionReduced: false)
        stage.move(320, 200)
        try stage.client.run("the bar") {
            stage.compositor.requests("wl_subcompositor.get_subsurface").count == 1
        }
        try stage.client.run(milliseconds: 200)
        let made = try #require(stage.compositor.requests("wl_subcompositor.get_subsurface").last)
        guard case .object(let bar) = made.values[1] else { throw TestFailure(description: "\(made)") }
        func attached() -> [WireRequest] {
            stage.compositor.requests("wl_surface.attach").filter { $0.object == bar }
        }
        let before = attached().count
        // In the larger window it has begun to go, in the smaller one it would have to.
        if width == 300 { stage.click(320, 200) }
        try stage.compositor.configure(stage.client, width: width, height: height, serial: 2)
        _ = stage.overlay.hear(.configured)
        try stage.settle()
        let last = try #require(attached().last)
        #expect(attached().count > before && last.values[0] == .object(0), "\(last)")
    }

    @Test func theMarkOfARecordingStaysWhereItIsWhenTheHeaderComes() throws {
        let stage = try OverlayStage(header: .always)
        stage.overlay.recordingTime = "0:01"
        let mark = try #require(stage.overlay.guests["mark"])
        let alone = try #require(mark.area)
        stage.move(320, 200)
        let header = try #require(stage.overlay.guests["header"]?.area)
        #expect(mark.area == alone && header.intersection(alone).isEmpty)
    }

    // MARK: - Looks

    @Test func theDotOfARecordingBlinksWithItsTimeWhereThatIsWanted() throws {
        func sign(_ stage: OverlayStage) -> RecordingSign? {
            guard let mark = stage.overlay.guests["mark"]?.scene.root.find("recording-time"),
                case .face(.recording(_, let sign)) = mark.content
            else { return nil }
            return sign
        }
        let stage = try OverlayStage(isMotionReduced: false)
        stage.overlay.recordingTime = "0:01"
        #expect(sign(stage) == .dot)
        try stage.client.run("the faint dot") { sign(stage) == .faintDot }
        stage.overlay.recordingTime = "0:02"
        #expect(sign(stage) == .dot)
        stage.overlay.recordingTime = nil
        try stage.client.run(milliseconds: 600)
        #expect(stage.shown.isEmpty)
        let still = try OverlayStage()
        still.overlay.recordingTime = "0:01"
        try still.client.run(milliseconds: 600)
        #expect(sign(still) == .dot)
    }

    @Test func anotherLookKeepsFocusScrollingAndWhatIsTyped() throws {
        let stage = try OverlayStage()
        let rows = (0..<60).map { Element.item("row\($0)", "Row \($0)") }
        stage.overlay.panel = panel(rows)
        let guest = try #require(stage.overlay.guests["panel"])
        stage.overlay.setFocus("row50")
        let scrolled = try #require(guest.scene.description.find("row50")).bounds.y
        stage.overlay.setFocus("field")
        for letter in ["a", "b"] { try stage.press(letter) }
        let before = guest.scene.theme
        stage.overlay.appearance.scheme = .light
        #expect(stage.overlay.guests["panel"] === guest && guest.scene.theme != before)
        #expect(try #require(guest.scene.description.find("row50")).bounds.y == scrolled)
        #expect(stage.focus == "field" && guest.isShown)
        #expect(try stage.press("c"))
        #expect(stage.actions.last == .edited("field", "abc"))
        stage.overlay.appearance.textScale = 2
        try stage.settleFonts()
        #expect(stage.focus == "field" && guest.scene.typesetter.textSize > 20)
    }

    @Test func whatWentSoftlyComesAtOnceWhereNothingMayMoveAnyMore() throws {
        let stage = try OverlayStage()
        stage.overlay.appearance.isMotionReduced = false
        try stage.press("Tab")
        let guest = try #require(stage.overlay.guests["bar"])
        #expect(guest.scene.opacity < 1)
        try stage.press("Escape")
        try stage.client.run("its end") { guest.scene.opacity == 0 }
        stage.overlay.appearance.isMotionReduced = true
        try stage.press("Tab")
        #expect(guest.isShown && guest.scene.opacity == 1)
    }

    @Test func theHeaderIsThereWhereSomethingIsWrong() throws {
        let stage = try OverlayStage(header: .automatic)
        #expect(stage.shown.isEmpty)
        stage.overlay.state = OverlayNotice("It goes on", icon: .information)
        #expect(stage.shown == ["state"])
        for state in [
            OverlayNotice("Wrong", isFault: true), OverlayNotice("Over", dimsPicture: true),
            OverlayNotice("None", place: .card),
        ] {
            stage.overlay.state = nil
            #expect(stage.shown.isEmpty)
            stage.overlay.state = state
            #expect(stage.shown == ["header", "state"])
        }
        stage.overlay.headerPolicy = .never
        #expect(stage.shown == ["state"])
    }

    @Test func theHeaderHasTheButtonsThatTheCompositorCanDo() throws {
        let stage = try OverlayStage(header: .always)
        stage.client.window.onEvent = { [overlay = stage.overlay] in _ = overlay.hear($0) }
        stage.overlay.state = state
        func buttons() -> [String] { stage.overlay.guests["header"]?.scene.description.focusOrder ?? [] }
        #expect(buttons() == ["window-minimize", "window-maximize", "window-close"])
        stage.compositor.send("xdg_toplevel.wm_capabilities", .array([1, 3]))
        try stage.settle()
        #expect(buttons() == ["window-close"])
        stage.compositor.send("xdg_toplevel.wm_capabilities", .array([2]))
        try stage.settle()
        #expect(buttons() == ["window-maximize", "window-close"])
    }

    @Test func aFailureIsToldOnceInOneSentence() throws {
        let stage = try OverlayStage(without: ["wl_subcompositor"])
        var told: [String] = []
        stage.overlay.onFailure = { told.append($0) }
        stage.move(10, 10)
        stage.move(20, 10)
        try stage.press("Tab")
        let reason = try #require(stage.overlay.failure)
        #expect(told == [reason] && stage.log.lines.filter { $0 == reason }.count == 1)
        #expect(reason.hasPrefix("nothing is shown over the picture: the compositor does not offer"))
        #expect(stage.client.window.cursor != .hidden)
    }

    // MARK: - Fingers and clicks

    @Test func targetsAreLargerOnceAFingerIsUpAndSmallerWhenThePointerMoves() throws {
        let stage = try OverlayStage()
        stage.move(300, 100)
        stage.move(301, 100)
        let button = try stage.place(of: "one", in: "bar")
        #expect(button.height == 40)
        try stage.touch(button.x, button.y)
        #expect(try stage.place(of: "one", in: "bar").height == 40)
        try stage.lift()
        #expect(stage.actions == [.activated("one")])
        #expect(try stage.place(of: "one", in: "bar").height == 44)
        #expect(stage.shown == ["bar"])
        // The place of before is no move: a surface above the pointer has gone.
        stage.move(301, 100)
        #expect(try stage.place(of: "one", in: "bar").height == 44)
        stage.move(302, 100)
        #expect(try stage.place(of: "one", in: "bar").height == 40)
        // A tap on the picture hides them, another one shows them for fingers.
        stage.click(320, 200, .touch)
        #expect(stage.shown.isEmpty)
        stage.click(320, 200, .touch)
        #expect(try stage.shown == ["bar"] && stage.place(of: "two", in: "bar").height == 44)
    }

    @Test func aFingerThatStaysOnTheHeaderOpensTheWindowsMenu() throws {
        let stage = try OverlayStage(header: .always)
        stage.overlay.state = state
        try stage.touch(200, 20)
        try stage.client.run("the menu") {
            !stage.compositor.requests("xdg_toplevel.show_window_menu").isEmpty
        }
        #expect(stage.compositor.requests("xdg_toplevel.show_window_menu").last?.numbers == [21, 200, 20])
        try stage.lift()
        #expect(stage.compositor.requests("xdg_toplevel.move").isEmpty && stage.actions.isEmpty)
    }

    @Test func aFingerThatStaysOnAButtonAsksForItsMenu() throws {
        let stage = try OverlayStage()
        stage.move(300, 100)
        stage.move(301, 100)
        let button = try stage.place(of: "two", in: "bar")
        try stage.touch(button.x, button.y)
        try stage.client.run("the wish") { !stage.actions.isEmpty }
        try stage.lift()
        #expect(stage.actions == [.menuAsked("two", x: button.x, y: button.y)])
    }

    @Test func aClickOnThePictureHidesAndShowsTheBar() throws {
        let stage = try OverlayStage()
        stage.move(300, 100)
        #expect(stage.shown == ["bar"])
        stage.click(300, 100)
        #expect(stage.shown.isEmpty && stage.client.window.cursor == .hidden)
        // The hand that clicked trembles.
        stage.move(302, 101)
        #expect(stage.shown.isEmpty)
        stage.click(302, 101)
        #expect(stage.shown == ["bar"])
        stage.click(302, 101)
        stage.move(340, 101)
        #expect(stage.shown == ["bar"])
        // A menu goes first, and nothing else.
        stage.overlay.showMenu(.menu("menu", name: "Menu", [.item("a", "A")]))
        stage.click(340, 101)
        #expect(stage.shown == ["bar"])
    }
}
