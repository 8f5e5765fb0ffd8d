@testable import Capture
import Frames
import Testing
import VulkanView
import WaylandClient

@testable import LiveView

@Suite struct WindowSizeTests {
    private func mode(_ rotation: Rotation = .none, _ width: Int = 640, _ height: Int = 360) -> CaptureMode {
        CaptureMode(
            name: "camera", format: .nv12, size: PixelSize(width: width, height: height), rate: nil,
            color: ColorDescription(matrix: .bt709, range: .limited), rotation: rotation)
    }

    @Test func withoutAModeTheWindowIsWide() {
        #expect(WindowSize.first(for: nil, placement: ViewOptions()) == SurfaceSize(width: 1280, height: 720))
    }

    @Test func theSourcesTurnAndTheUsersAreAdded() {
        let (wide, high) = (SurfaceSize(width: 640, height: 360), SurfaceSize(width: 360, height: 640))
        let turned = ViewOptions(rotation: .clockwise90)
        #expect(WindowSize.first(for: mode(), placement: ViewOptions()) == wide)
        #expect(WindowSize.first(for: mode(.clockwise90), placement: ViewOptions()) == high)
        #expect(WindowSize.first(for: mode(), placement: turned) == high)
        #expect(WindowSize.first(for: mode(.clockwise270), placement: turned) == wide)
        let override = ViewOptions(frameRotation: Rotation.none)
        #expect(WindowSize.first(for: mode(.clockwise90), placement: override) == wide)
    }

    /// A compositor would make it larger by itself, while a program or a person asks for another size.
    @Test(arguments: [
        ((64, 48), (192, 144)), ((4, 2), (240, 120)), ((120, 200), (240, 400)), ((160, 120), (160, 120)),
        ((1000, 1), (1280, 120)), ((1, 1000), (160, 720)), ((3840, 2160), (1280, 720)),
    ])
    func noWindowIsSmallerThanTheLeast(_ picture: (Int, Int), _ window: (Int, Int)) {
        let size = WindowSize.first(for: mode(.none, picture.0, picture.1), placement: ViewOptions())
        #expect(size == SurfaceSize(width: window.0, height: window.1))
    }
}
