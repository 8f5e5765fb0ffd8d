import Capture
import Overlay
import Testing

@testable import Viewfinder

/// The panel of cameras: each row's state.
@Suite struct CameraListTests {
    private func rows(_ cameras: [ViewerScreen.Camera]) throws -> [Element] {
        var screen = ViewerScreen()
        (screen.cameras, screen.panel) = (cameras, .cameras)
        return try #require(screen.panelElement).family.filter { $0.id.hasPrefix("camera-") }
    }

    @Test func eachRowHasAStateSoThatItsHeightStays() throws {
        let rows = try rows([
            .init(name: "a", isShown: true), .init(name: "b", isShown: false),
            .init(name: "c", isShown: false, isStarting: true),
            .init(name: "d", isShown: false, fault: "why"),
        ])
        #expect(
            rows.map(\.value) == [ScreenWords.shown, ScreenWords.notShown, ScreenWords.startingNow, "why"])
        #expect(Set(rows.compactMap(\.value)).count == 4)
        let scene = OverlayScene(.box("rows", Box(.column), rows), typesetter: try Typesetter())
        scene.resize(width: 320, height: 600)
        let heights = rows.compactMap { scene.description.find($0.id)?.bounds.height }
        #expect(Set(heights).count == 1 && heights.count == 4)
    }

    @Test func anEmptyListSaysWhereWasLookedAndWhatWasFoundInstead() throws {
        var screen = ViewerScreen()
        screen.panel = .cameras
        screen.otherDevices = [
            .init(path: "/dev/video0", name: "pispbe", reason: "it is a codec"),
            .init(path: "/dev/video1", name: "", reason: "it cannot be opened"),
        ]
        func words(_ screen: ViewerScreen) throws -> [String] {
            try #require(screen.panelElement).family.filter { $0.id.hasPrefix("cameras-") }.map(\.name)
        }
        let words = try words(screen).joined(separator: "\n")
        for part in [
            "/dev/video*", "/dev/video0, pispbe", "it is a codec", "/dev/video1", "cannot be opened",
        ] {
            #expect(words.contains(part), "\(words)")
        }
        screen.cameras = [.init(name: "a", isShown: true)]
        #expect(try #require(screen.panelElement).family.allSatisfy { !$0.id.hasPrefix("cameras-other") })
    }

    @Test func whatCannotBeAskedIsThereWithItsReasonAndCannotBeChosen() throws {
        let node = ViewerScreen.Camera(
            name: "/dev/video7", isShown: false, fault: "You may not", canBeShown: false)
        let last = try #require(try rows([.init(name: "a", isShown: true), node]).last)
        #expect(last.value == "You may not" && last.disabledReason != nil && last.key == nil)
        var screen = ViewerScreen()
        screen.cameras = [.init(name: "a", isShown: true), node]
        #expect(!screen.bar.contains { $0.id == ViewerScreen.id(.nextCamera) }, "there is no other camera")
    }
}
