import LinuxIO
import Overlay
import Testing

@testable import Capture
@testable import Viewfinder

/// The panel of the camera's controls: what is folded, what can be set back, and what a reset has changed.
@Suite struct ControlsPageTests {
    private func control(
        _ key: String, _ kind: CameraControl.Kind = .integer, entries: Int = 0, value: Int64 = 3,
        number: ControlNumber = ControlNumber(rawValue: 77), _ remarks: CameraControl.Remarks = []
    ) -> CameraControl {
        CameraControl(
            number: number, name: key, key: key, group: "", kind: kind, least: 0,
            most: kind == .integer ? 255 : Int64(max(entries - 1, 0)), step: 1, initial: .integer(0),
            value: .integer(value),
            entries: (0..<entries).map { .init(index: Int64($0), name: "entry \($0)") },
            elementCount: 1, remarks: remarks)
    }

    private func slider(_ page: ControlsPage, _ key: String) throws -> SliderValue {
        guard case .face(.slider(let slider))? = page.element.find("control-\(key)")?.content else {
            throw ViewfinderError("there is no slider")
        }
        return slider
    }

    @Test func aShortChoiceShowsItsEntriesAndALongOneItsValue() throws {
        let (short, long) = (control("short", .menu, entries: 6), control("long", .menu, entries: 7))
        var page = ControlsPage(controls: [short, long])
        #expect(page.element.find("control-short=5") != nil && page.element.find("control-long=3") == nil)
        let row = try #require(page.element.family.first { ControlsPage.folded(.activated($0.id)) == "long" })
        #expect(row.value == "entry 3" && row.name == "long" && !row.state.contains(.expanded))
        #expect(ControlsPage.setting(.activated(row.id)) == nil)
        page.unfolded = ["long"]
        #expect(page.element.find(row.id)?.state.contains(.expanded) == true)
        let entry = try #require(page.element.find("control-long=6"))
        #expect(ControlsPage.setting(.activated(entry.id)) == ControlSetting(key: "long", value: 6))
        #expect(ControlsPage.folded(.activated(entry.id)) == nil)
    }

    @Test func whatTheCameraChoosesCannotBeSetBack() throws {
        let automatic = control("gain", .integer, number: ControlNumber(rawValue: 78), [.volatile])
        let page = ControlsPage(controls: [control("hue"), automatic])
        #expect(try slider(page, "hue").isChanged && !slider(page, "gain").isChanged)
    }

    @Test func aChoiceAndASwitchThatWereChangedHaveARowWithTheirFirstValue() throws {
        let choice = control("choice", .menu, entries: 4)
        let (on, same) = (control("switch", .boolean, value: 1), control("same", .boolean, value: 0))
        let chosen = control("automatic", .menu, entries: 4, [.inactive])
        let page = ControlsPage(controls: [choice, on, same, chosen, control("number")])
        let rows = page.element.family.filter { $0.name == ScreenWords.setBack && $0.isControl }
        #expect(rows.map(\.value) == ["entry 0", ScreenWords.off])
        let settings = rows.map { page.setting(.activated($0.id)) }
        #expect(
            settings == [ControlSetting(key: "choice", value: 0), ControlSetting(key: "switch", value: 0)])
    }

    @Test func controlsStandWhereTheyAreLookedForWhateverTheDriverCallsTheirClass() {
        let keys = [
            "white_balance_automatic", "brightness", "chroma_gain", "zoom_absolute", "gain", "integer_1_bit",
            "focus_automatic_continuous", "auto_exposure", "contrast", "blue_balance",
        ]
        let controls = keys.map { control($0) }
        let sections = ControlGroup.sections(of: controls)
        #expect(
            sections.map { $0.heading } == ["Picture", "Exposure", "Focus and zoom", "White balance", ""])
        #expect(
            sections.map { $0.2.map(\.key) } == [
                ["brightness", "chroma_gain", "contrast"], ["gain", "auto_exposure"],
                ["zoom_absolute", "focus_automatic_continuous"],
                ["white_balance_automatic", "blue_balance"], ["integer_1_bit"],
            ])
    }

    @Test func aResetIsUndoneByTheValuesThatItHasChanged() {
        func number(_ raw: UInt32) -> ControlNumber { ControlNumber(rawValue: raw) }
        let before = [
            control("hue", number: number(1)), control("same", value: 0, number: number(2)),
            control("chosen", number: number(3), [.inactive]), control("button", .button, number: number(4)),
            control("fixed", number: number(5), [.readOnly]),
        ]
        let after = before.map { control in
            var control = control
            control.value = .integer(0)
            return control
        }
        #expect(CameraAdjuster.former(before, since: after) == [ControlSetting(key: "hue", value: 3)])
        #expect(CameraAdjuster.former(before, since: before) == [])
    }
}
