internal import TestSupport
internal import Testing

extension LabTests {
    /// From one camera to another, by the user's keys.
    @Suite struct Switching {
        @Test(
            "c goes through the cameras and round, Shift+c goes back, a number goes there",
            arguments: [
                ("1-start", Color(255, 0, 0)), ("2-c", Color(0, 255, 0)), ("3-c", Color(0, 0, 255)),
                ("4-c", Color(255, 0, 0)), ("5-C", Color(0, 0, 255)), ("6-2", Color(0, 255, 0)),
                ("7-1", Color(255, 0, 0)),
            ])
        func keys(_ name: String, _ color: Color) throws {
            let image = try Lab.step("switch").image(name)
            #expect(image.color(of: image.bounds.inset(by: 4)).distance(to: color) <= Bars.tolerance)
        }

        @Test("each camera has a title of its own")
        func titles() throws {
            let step = try Lab.step("switch")
            let titles = try ["1-start", "2-c", "3-c"].map { try step.note("title \($0)") }
            #expect(Set(titles).count == 3, "\(titles)")
            #expect(try step.note("title 4-c") == titles[0])
        }

        @Test("a hundred switches leave no descriptor, no mapping and no thread behind")
        func hundredSwitches() throws {
            let step = try Lab.step("hundred-switches")
            for count in ["descriptors", "video maps", "threads"] {
                #expect(try step.number("\(count) after") <= step.number("\(count) before"), "\(count)")
            }
            // The allocator may keep some; a leaked buffer or stack would be one for each switch.
            #expect(try step.number("maps after") <= step.number("maps before") + 20)
            // In KiB; a leaked frame of 320x180 would be 100 KiB for each switch.
            #expect(try step.number("memory after") <= step.number("memory before") + 8 * 1024)
        }
    }
}
