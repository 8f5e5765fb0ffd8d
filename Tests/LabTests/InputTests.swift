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
            #expect(try step.note("mode analogue").contains(" 720x576 at 25 fps"))
            #expect(try step.note("mode ntsc").contains(" 720x480 at 29.97 fps"))
            let image = try step.image("ntsc")
            let middle = image.color(of: PixelRectangle(x: 60, y: 4, width: 200, height: 172))
            #expect(middle.distance(to: Color(0, 255, 0)) <= Bars.tolerance, "\(middle)")
        }

        @Test(
            "an analogue picture is one of both fields' lines, each in its place",
            arguments: [("stripes-pal", 225), ("stripes-ntsc", 270)])
        func interlaced(_ name: String, width: Int) throws {
            let step = try Lab.step("inputs")
            #expect(try step.note("interlaced").contains("vivid is interlaced; moving edges will show combs"))
            #expect(try step.text("analogue.txt").contains(/Field +: Interlaced\n/))
            let image = try step.image(name)
            let left = (image.width - width) / 2
            // Every row but those at the edges of stripes, which the scaling has mixed: one that is out of its place shows.
            let wrong = (0..<image.height).filter { y in
                guard (3..<20).contains(y * 8 % image.height / 8) else { return false }
                let row = image.color(of: PixelRectangle(x: left + 4, y: y, width: width - 8, height: 1))
                return row.distance(to: Bars.bright[y * 8 / image.height]) > Bars.tolerance
            }
            #expect(wrong == [])
            // It is as wide as its lines make it.
            for x in [0, left + width + 1] {
                let side = image.color(of: PixelRectangle(x: x, y: 0, width: left - 1, height: image.height))
                #expect(side.distance(to: Color(0, 0, 0)) <= Bars.tolerance, "\(side)")
            }
        }
    }
}
