import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// Devices with less than those at hand draw the same bits.
@Suite struct LesserDeviceTests {
    private static let size = PixelSize(width: 37, height: 23)
    private static let options = [
        ViewOptions(), ViewOptions(fillMode: .fill, isMirrored: true),
        ViewOptions(fillMode: .stretch, rotation: .clockwise90),
    ]

    /// Draws a picture of each format by a path.
    private func pictures(_ device: VulkanDevice, _ path: DrawPath) throws -> [OffscreenPicture] {
        let view = try OffscreenView(device: device, path: path)
        var drawn: [OffscreenPicture] = []
        for format in PixelFormat.uncompressed {
            try view.show(Specimen(format, Self.size, padding: 12, seed: 8).frame)
            for options in Self.options {
                view.options = options
                drawn.append(try view.render(size: Self.size))
                drawn.append(try view.render(size: PixelSize(width: 50, height: 41)))
            }
        }
        return drawn
    }

    /// By the extensions of Vulkan 1.2; the validation layer refuses what Vulkan 1.3 alone has.
    @Test(arguments: DrawPath.allCases)
    func version12DrawsWhatVersion13Draws(path: DrawPath) throws {
        var expected: [OffscreenPicture] = []
        try withValidatedDevice { expected = try pictures($0, path) }
        try withValidatedDevice(newestVersion: DeviceLimits.version12) { device in
            #expect(!device.physical.limits.hasVersion13)
            let drawn = try pictures(device, path)
            #expect(drawn == expected)
        }
    }
}
