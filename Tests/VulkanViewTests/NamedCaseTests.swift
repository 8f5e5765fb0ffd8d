import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// Cases that other views of video are held to, under the names that they have there.
@Suite struct NamedCaseTests {
    private let size = PixelSize(width: 8, height: 4)

    private func specimen(_ format: PixelFormat, seed: Int = 1) -> Specimen {
        Specimen(
            format, size, color: ColorDescription(matrix: .bt709, range: .limited), padding: 0, seed: seed)
    }

    private func expect(_ view: OffscreenView, shows specimen: Specimen) throws {
        let drawn = try view.render(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                #expect(specimen.reference.pixel(x, y).distance(to: drawn.pixel(x, y)) <= 1)
            }
        }
    }

    @Test func rtcVideoRenderNilFrameCallback() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let made = device.createdObjects
            #expect(try view.photograph(recording: { _, _ in nil }) == nil)
            #expect(device.createdObjects == made)
        }
    }

    @Test(arguments: [PixelFormat.i420, .nv12, .bgra])
    func rtcVideoRenderFrameCallback(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let specimen = specimen(format)
            try view.load(specimen.frame)
            try expect(view, shows: specimen)
        }
    }

    @Test func rtcVideoRenderFrameCallbackWhileTheFormatChanges() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            for (seed, format) in [PixelFormat.i420, .nv12, .bgra, .nv12, .i420].enumerated() {
                let specimen = specimen(format, seed: seed)
                try view.load(specimen.frame)
                try expect(view, shows: specimen)
            }
        }
    }

    @Test func rtcVideoRenderWorksAfterReconstruction() throws {
        try withValidatedDevice { device in
            let specimen = specimen(.nv12)
            for _ in 0..<3 {
                let view = try OffscreenView(device: device)
                try view.load(specimen.frame)
                try expect(view, shows: specimen)
            }
        }
    }
}
