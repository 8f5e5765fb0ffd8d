@testable import Capture
import Frames
import Testing
import VulkanView
import WaylandClient

@testable import LiveView

@Suite struct WindowSizeTests {
    private func mode(_ rotation: Rotation = .none) -> CaptureMode {
        CaptureMode(
            name: "camera", format: .nv12, size: PixelSize(width: 640, height: 360), rate: nil,
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
}
