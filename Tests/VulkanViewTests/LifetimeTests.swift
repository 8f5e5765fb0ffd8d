import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// The end of a device: another one may have to take its window.
@Suite struct LifetimeTests {
    @Test(arguments: DrawPath.allCases, TestedDevice.isProcessor ? [ImportRoute.copy, .hostptr] : [.copy])
    func nothingKeepsADeviceOnceItsViewIsGone(path: DrawPath, route: ImportRoute) throws {
        try withValidatedInstance(windowSystem: false) { instance, logger in
            weak var left: VulkanDevice?
            do {
                let device = try VulkanDevice(instance: instance, logger: logger)
                left = device
                let view = try OffscreenView(
                    device: device, importRoute: path == .host ? nil : route, path: path)
                let size = PixelSize(width: 64, height: 32)
                for _ in 0..<3 {
                    try view.load(
                        FrameMaker.frame(
                            FrameLayout(format: .nv12, size: size),
                            color: ColorDescription(matrix: .bt709, range: .limited)
                        ) { _ in })
                    _ = try view.render(size: size)
                }
            }
            #expect(left == nil)
        }
    }
}
