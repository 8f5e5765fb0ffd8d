import Capture
import Frames
import Testing
import WaylandClient

@testable import LiveView

@Suite struct WindowSizeTests {
    @Test func withoutAModeTheWindowIsWide() {
        #expect(WindowSize.first(for: nil, rotation: .none) == SurfaceSize(width: 1280, height: 720))
    }
}
