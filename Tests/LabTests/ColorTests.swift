internal import TestSupport
internal import Testing

extension LabTests {
    /// Colors from the driver's bytes to the screen's pixels.
    @Suite struct Colors {
        /// Format, then encoding and range by the numbers of vivid's menus.
        static let combinations = [
            "YUYV-0-0", "YUYV-1-0", "YUYV-4-0", "YUYV-1-1", "YUYV-2-1", "NV12-1-0", "NV12-0-1", "NV12-4-0",
            "YU12-0-0",
            "YU12-1-1", "UYVY-1-0", "UYVY-0-1", "RGB3-2-0", "RGB3-2-2", "XR24-2-0",
        ]

        @Test("bars have their colors in every format, color space and range", arguments: combinations)
        func bars(_ combination: String) throws {
            let image = try Lab.step("colors").image(combination)
            #expect(Bars.wrong(Bars.middles(of: image), Bars.dim) == [])
        }

        @Test("separate planes show the same bars", arguments: ["NM12", "NV12", "YUYV"])
        func multiplanar(_ format: String) throws {
            let image = try Lab.step("multiplanar").image(format)
            #expect(Bars.wrong(Bars.middles(of: image), Bars.dim) == [])
        }

        @Test("colors that change in mid-stream are followed", arguments: ["before", "after", "full"])
        func midStream(_ moment: String) throws {
            let image = try Lab.step("colors-live").image(moment)
            #expect(Bars.wrong(Bars.middles(of: image), Bars.dim) == [])
        }
    }
}
