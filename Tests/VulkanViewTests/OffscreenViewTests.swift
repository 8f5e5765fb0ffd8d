import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

@Suite struct OffscreenViewTests {
    @Test func withoutAPictureEverythingIsBlack() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let picture = try view.render(size: PixelSize(width: 3, height: 2))
            #expect(picture.bytes == Array(repeating: [0, 0, 0, 255], count: 6).flatMap { $0 })
        }
    }

    @Test func anNV12FrameIsShownPixelForPixel() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let size = PixelSize(width: 4, height: 2)
            let frame = FrameMaker.frame(
                FrameLayout(format: .nv12, size: size),
                color: ColorDescription(matrix: .bt709, range: .limited)
            ) { bytes in
                for (index, value) in [16, 235, 16, 235, 235, 16, 235, 16, 128, 128, 128, 128].enumerated() {
                    bytes[index] = UInt8(value)
                }
            }
            try view.load(frame)
            let picture = try view.render(size: size)
            let lumas = stride(from: 0, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
            #expect(lumas == [0, 255, 0, 255, 255, 0, 255, 0])
        }
    }

    /// Each path reads through other routes.
    @Test(arguments: DrawPath.allCases)
    func aFrameWhoseMemoryDoesNotHoldItLeavesThePicture(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let size = PixelSize(width: 16, height: 16)
            for use in [PictureUse.drawing, .filters] {
                try view.load(FrameMaker.grey(150, size: size), for: use)
                let before = try view.render(size: size)
                for planes in wrongPlanes {
                    #expect(throws: ViewError.self) { try view.load(uncheckedFrame(planes), for: use) }
                    let after = try view.render(size: size)
                    #expect(after == before, "\(planes)")
                }
            }
        }
    }
}
