import Overlay
import Testing
import WaylandClient

@testable import Viewfinder

@Suite struct KeyBindingsTests {
    private func action(_ keysym: String, _ modifiers: Modifiers = []) throws -> Action? {
        let key = KeyPress(keysym: try #require(Keysym(name: keysym)), modifiers: modifiers)
        return KeyBindings.action(for: key)
    }

    @Test func lettersCareForShift() throws {
        #expect(try action("c") == .nextCamera)
        #expect(try action("C", .shift) == .previousCamera)
        #expect(try action("v") == .record)
        #expect(try action("V", .shift) == .pause)
    }

    @Test func capsLockIsNotShift() throws {
        #expect(try action("C") == .nextCamera)
        #expect(try action("M") == .cycleFillMode)
        #expect(try action("V") == .record)
    }

    @Test func keysThatNeedShiftOnSomeLayoutsWorkWithAndWithoutIt() throws {
        #expect(try action("question", .shift) == .showKeys)
        #expect(try action("question") == .showKeys)
        #expect(try action("3", .shift) == .camera(3))
        #expect(try action("KP_3") == .camera(3))
    }

    @Test func onAnotherScriptTheLatinMeaningCounts() throws {
        let cyrillic = try #require(Keysym(name: "Cyrillic_es"))
        let latin = try #require(Keysym(name: "c"))
        #expect(KeyBindings.action(for: KeyPress(keysym: cyrillic, latinKeysym: latin)) == .nextCamera)
    }

    @Test func filterKeysWorkWhereverALayoutHasThem() throws {
        #expect(try action("bracketleft", .shift) == .previousFilter)
        #expect(try action("equal", .shift) == .raiseParameter)
        #expect(try action("plus", .shift) == .raiseParameter)
        #expect(try action("KP_Subtract") == .lowerParameter)
        #expect(try action("0") == .removeFilters)
        #expect(try action("l") == .showFilters)
        #expect(try action("L", .shift) == nil)
        #expect(try action("E", .shift) == nil)
    }

    @Test func controlCountsAlways() throws {
        #expect(try action("w", .control) == .quit)
        #expect(try action("w") == nil)
        #expect(try action("q", .control) == nil)
        #expect(try action("c", .control) == .copy)
        #expect(try action("c", [.control, .shift]) == nil)
    }

    @Test func otherModifiersBelongToTheCompositor() throws {
        #expect(try action("f", .logo) == nil)
        #expect(try action("f", .alt) == nil)
    }

    @Test func holdingAKeyRepeatsStepsButNoSwitches() throws {
        let held = { (name: String) throws in
            KeyBindings.action(for: KeyPress(keysym: try #require(Keysym(name: name)), isRepeat: true))
        }
        #expect(try held("r") == .rotate)
        #expect(try held("c") == .nextCamera)
        #expect(try held("f") == nil)
        #expect(try held("space") == nil)
        #expect(try held("Pause") == nil)
        #expect(try held("q") == nil)
    }

    @Test func everyKeysymOfTheTableExists() {
        for chord in KeyBindings.all.flatMap(\.chords) {
            #expect(Keysym(name: chord.keysym) != nil, "\(chord.keysym) is unknown to xkbcommon")
        }
    }

    @Test func theScreenShowsKeysAsKeyboardsHaveThem() {
        let keys = [
            ("c", "C"), ("Shift+c", "Shift+C"), ("q, Ctrl+w", "Q, Ctrl+W"), ("Left", "Left"),
            ("?, F1", "?, F1"),
            ("1…9", "1…9"), ("f, F11", "F, F11"), ("Shift+v, Pause", "Shift+V, Pause"), ("]", "]"),
        ]
        for (written, shown) in keys { #expect(KeyBindings.shown(written) == shown) }
        #expect(KeyBindings.keys(of: .showFilters) == "L" && KeyBindings.keys(of: .pause) == "Shift+V, Pause")
    }

    @Test func eachRowOfTheTableSaysSomethingElseInASentence() {
        let table = KeyBindings.table
        #expect(Set(table.map(\.help)).count == table.count && Set(table.map(\.keys)).count == table.count)
        for row in table { #expect(row.help.first?.isUppercase == true, "\(row.help)") }
        #expect(table.count { $0.help.contains("amera 1 to 9") } == 1)
        #expect(table.contains { $0 == (keys: "Up", help: "Turn the camera up, or move the detail") })
    }

    @Test func thePanelHasTheTableAndNothingElse() throws {
        var screen = ViewerScreen()
        screen.panel = .keys
        let rows = try #require(screen.panelElement).family.filter { $0.role == .item }
        #expect(rows.map(\.name) == KeyBindings.table.map(\.help))
        #expect(rows.map(\.key) == KeyBindings.table.map { KeyBindings.shown($0.keys) })
    }

    @Test func escapeEndsNeitherARecordingNorTheProgramDuringOne() {
        for isTimerRunning in [false, true] {
            let step = LeavingStep(isFullscreen: true, isTimerRunning: isTimerRunning, isRecording: true)
            #expect(step == .fullScreen)
        }
        #expect(LeavingStep(isFullscreen: false, isTimerRunning: true, isRecording: true) == .timer)
        #expect(LeavingStep(isFullscreen: false, isTimerRunning: false, isRecording: true) == .recording)
        #expect(LeavingStep(isFullscreen: false, isTimerRunning: false, isRecording: false) == .program)
    }

    @Test func noTwoBindingsShareAChord() {
        let chords = KeyBindings.all.flatMap(\.chords).map { "\($0.keysym) \($0.shift) \($0.control)" }
        #expect(Set(chords).count == chords.count)
    }
}
