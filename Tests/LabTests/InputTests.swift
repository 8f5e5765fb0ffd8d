internal import Faults
internal import TestSupport
internal import Testing

extension LabTests {
    /// Inputs with a cable, whose signal goes, comes back and changes.
    @Suite struct Inputs {
        @Test("an input without a signal is named, and shown again when the signal is back")
        func signal() throws {
            let step = try Lab.step("inputs")
            let words = Fault.noSignal.sentence([.camera: "vivid"])
            #expect(try step.note("title none").contains(words))
            try Fault.noSignal.hold(.told, seconds: Double(step.number("told")) / 100)
            try Fault.noSignal.hold(.recovered, seconds: Double(step.number("recovered")) / 100)
            #expect(try step.note("title no analogue").contains(words))
        }

        @Test("a signal of another resolution is shown as it is")
        func resolution() throws {
            let step = try Lab.step("inputs")
            #expect(try step.note("mode plain") == "1280x720")
            #expect(try step.note("mode other") == "720x576")
            let image = try step.image("other")
            let middle = image.color(of: PixelRectangle(x: 100, y: 20, width: 120, height: 140))
            #expect(middle.distance(to: Color(255, 0, 0)) <= Bars.tolerance, "\(middle)")
            // It is not as wide as the window.
            let side = image.color(of: PixelRectangle(x: 4, y: 20, width: 20, height: 140))
            #expect(side.distance(to: Color(0, 0, 0)) <= Bars.tolerance, "\(side)")
        }

        @Test("an analogue signal of another standard is adopted")
        func standard() throws {
            let step = try Lab.step("inputs")
            #expect(try step.note("mode analogue").contains("at 25 fps"))
            #expect(try step.note("mode ntsc").contains("at 29.97 fps"))
            let image = try step.image("ntsc")
            let middle = image.color(of: image.bounds.inset(by: 4))
            #expect(middle.distance(to: Color(0, 255, 0)) <= Bars.tolerance, "\(middle)")
        }
    }
}
