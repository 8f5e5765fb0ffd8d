import LinuxIO
import Overlay
import Testing

@testable import Capture
@testable import Viewfinder

/// The panel of controls, with each kind of control.
@Suite struct ControlKindTests {
    private func control(
        _ kind: CameraControl.Kind, _ range: ClosedRange<Int64> = 0...1, _ value: ControlValue?,
        _ remarks: CameraControl.Remarks = []
    ) -> CameraControl {
        CameraControl(
            number: ControlNumber(rawValue: 1), name: "Seven", key: "seven", group: "", kind: kind,
            least: range.lowerBound, most: range.upperBound, step: 1, initial: value, value: value,
            entries: [], elementCount: 1, remarks: remarks)
    }

    private func rows(_ control: CameraControl) -> [Element] {
        ControlsPage(controls: [control]).element.family.filter {
            $0.id.hasPrefix("control-") && $0.isControl
        }
    }

    private func slider(_ control: CameraControl) -> SliderValue? {
        guard case .face(.slider(let value))? = rows(control).first?.content else { return nil }
        return value
    }

    @Test func aButtonIsPressedAndNotKept() throws {
        let page = ControlsPage(controls: [control(.button, 0...0, nil)])
        let button = try #require(rows(page.controls[0]).first)
        #expect(button.role == .button && button.name == "Seven")
        let setting = try #require(page.setting(.activated(button.id)))
        #expect(setting.key == "seven" && !page.isKept(setting))
        #expect(try page.controls[0].value(for: setting.value) == .integer(0))
    }

    @Test func eachKnownBitIsASwitchThatLeavesTheOthers() throws {
        let page = ControlsPage(controls: [control(.bitmask, 0...0x8000_2001, 0x2001)])
        let rows = rows(page.controls[0])
        #expect(rows.map(\.name) == ["Bit 0", "Bit 13", "Bit 31"])
        #expect(rows.map { $0.state.contains(.checked) } == [true, true, false])
        let on = try #require(page.setting(.toggled(rows[2].id, true)))
        #expect(on == ControlSetting(key: "seven", value: 0x8000_2001) && page.isKept(on))
        #expect(page.setting(.toggled(rows[0].id, false)) == ControlSetting(key: "seven", value: 0x2000))
        #expect(try page.controls[0].value(for: on.value) == 0x8000_2001)
    }

    @Test func aNumberOf64BitsIsASliderToItsEnds() throws {
        let page = ControlsPage(controls: [control(.integer64, .min ... .max, 7)])
        let range = try #require(slider(page.controls[0])).range
        let id = try #require(rows(page.controls[0]).first).id
        for (end, number) in [(range.upperBound, Int64.max), (range.lowerBound, .min)] {
            let setting = page.setting(.changed(id, end, isFinal: true))
            #expect(setting == ControlSetting(key: "seven", value: .integer(number)))
        }
    }

    @Test func aTextThatCannotBeSetIsRead() {
        let page = ControlsPage(controls: [control(.text, 0...9, "lens\u{1b}[31m", .readOnly)])
        let words = page.element.find("control-seven-text")?.name
        #expect(words == "lens\u{fffd}[31m" && rows(page.controls[0]).isEmpty)
        #expect(page.element.find("control-seven-name")?.name == "Seven")
        #expect(page.element.find("control-seven-reason")?.name == ScreenWords.controlIsRead)
    }

    @Test func aTextIsTypedAndSetWithReturnOrByLeaving() throws {
        let page = ControlsPage(controls: [control(.text, 0...9, "lens")])
        let field = try #require(page.element.find("control-seven"))
        #expect(field.role == .field && field.value == "lens" && page.unsent == nil)
        let typing = try #require(page.typing(.edited(field.id, "glass")))
        #expect(typing.element.find(field.id)?.value == "glass")
        let setting = ControlSetting(key: "seven", value: "glass")
        #expect(typing.setting(.submitted(field.id, "glass")) == setting && typing.isKept(setting))
        #expect(typing.setting(.left(field.id, "glass")) == setting && typing.unsent == setting)
        #expect(typing.setting(.edited(field.id, "glass")) == nil)
        #expect(page.setting(.left(field.id, "lens")) == nil, "nothing was typed")
        // What was typed for another camera, whose control has the same key.
        #expect(page.setting(.left(field.id, "glass")) == nil)
        // After a refusal the words still stand there, and Return asks again.
        #expect(page.setting(.submitted(field.id, "glass")) == setting)
        #expect(typing.typing(.edited(field.id, "lens")) == page, "typed and taken back")
    }

    @Test func aTextIsForgottenOnceTheCameraHasAnsweredAndNotBefore() throws {
        let page = ControlsPage(controls: [control(.text, 0...9, "lens")])
        let setting = ControlSetting(key: "seven", value: "glass")
        var typing = try #require(page.typing(.edited("control-seven", "glass")))
        typing.forgetTyped(setting)
        #expect(typing.unsent == setting)
        typing.typed?.isSent = true
        #expect(typing.unsent == nil && typing.element.find("control-seven")?.value == "glass")
        var later = try #require(typing.typing(.edited("control-seven", "glasses")))
        later.forgetTyped(setting)
        #expect(later.unsent?.value == "glasses", "the answer is to what was typed before")
        typing.forgetTyped(setting)
        #expect(typing == page)
    }

    @Test func aTextThatIsGivenUpIsAsItWas() throws {
        let page = ControlsPage(controls: [control(.text, 0...9, "lens")])
        let typing = try #require(page.typing(.edited("control-seven", "glass")))
        #expect(typing.typing(.cancelled("control-seven")) == page)
        #expect(page.typing(.edited("filters-search", "glass")) == nil)
    }

    @Test func aRangeOfManyPowersIsDrawnByRatios() throws {
        #expect(try #require(slider(control(.integer, 1...10000, 100))).position == 0.5)
        for range in [0...10000 as ClosedRange<Int64>, 1...999, -5...10000] {
            let linear = try #require(slider(control(.integer, range, .integer(range.lowerBound))))
            #expect(!linear.isLogarithmic, "\(range)")
        }
    }

    @Test(arguments: [CameraControl.Kind.integer, .boolean, .button, .bitmask])
    func whatCannotBeSetSaysWhy(kind: CameraControl.Kind) throws {
        func panel(_ remark: CameraControl.Remarks) -> CameraControl {
            control(kind, 0...1, kind == .button ? nil : 1, remark)
        }
        // Bits have names of their own, below that of the control.
        func name(_ control: CameraControl) throws -> String {
            kind == .bitmask
                ? try #require(ControlsPage(controls: [control]).element.find("control-seven-name")).name
                : try #require(rows(control).first).name
        }
        for (remark, words) in [
            (CameraControl.Remarks.readOnly, ScreenWords.controlIsRead),
            (.grabbed, ScreenWords.controlIsHeld),
        ] {
            #expect(try name(panel(remark)) == "Seven")
            #expect(try #require(rows(panel(remark)).first).disabledReason == words)
        }
        #expect(try name(panel(.inactive)) == "Seven (automatic)")
        #expect(try #require(rows(panel(.inactive)).first).disabledReason == nil)
    }
}
