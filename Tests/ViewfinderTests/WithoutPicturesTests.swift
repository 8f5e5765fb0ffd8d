import Overlay
import Testing
import WaylandClient

@testable import Viewfinder

/// The window in which nothing can be drawn.
@Suite struct WithoutPicturesTests {
    private var screen: ViewerScreen {
        var screen = ViewerScreen()
        screen.isWithoutPictures = true
        screen.cameras = [.init(name: "1", isShown: true), .init(name: "2", isShown: false)]
        screen.lastFile = LastFile(path: "/7", picture: nil)
        return screen
    }

    @Test func theBarAndTheMenuHaveWhatCanBeDoneAndNothingElse() {
        let left = [
            ViewerScreen.id(.toggleFullScreen), ViewerScreen.keys, ViewerScreen.id(.quit),
        ]
        #expect(screen.bar.map(\.id) == left)
        #expect(screen.menu.children.map(\.id) == left)
        // In the smallest windows, too.
        #expect(screen.bar.allSatisfy { $0.rank >= 3 && !$0.name.isEmpty })
    }

    @Test func theOtherKeysAreExplained() {
        let working = KeyBindings.all.map(\.action).filter(\.worksWithoutPictures)
        #expect(working == [.toggleFullScreen, .leaveFullScreenOrQuit, .quit, .showKeys])
    }

    @Test func itIsThereForWhoeverReadsNoTerminalAndHasAskedForNoDevice() {
        func stays(_ lacksDriver: Bool, _ isRead: Bool, _ isAsked: Bool) -> Bool {
            Viewer.staysBlack(lacksDriver: lacksDriver, isRead: isRead, isAsked: isAsked)
        }
        #expect(stays(true, true, false), "no driver")
        #expect(stays(false, false, false), "from the desktop")
        #expect(!stays(false, true, false), "from a terminal")
        #expect(!stays(false, false, true), "--device, --path or --import")
    }
}

/// The size that is asked for the window.
@Suite struct WindowSizeLimitTests {
    private func possible(_ side: Int?) -> SurfaceSize {
        Viewer.possible(SurfaceSize(width: 16384, height: 300), on: side)
    }

    @Test func itIsNoLongerThanTheDisplaysOrWhatIsUsual() {
        #expect(possible(1920) == SurfaceSize(width: 1920, height: 300))
        #expect(possible(nil) == SurfaceSize(width: 4096, height: 300))
        #expect(possible(0) == SurfaceSize(width: 4096, height: 300))
        #expect(possible(20000) == SurfaceSize(width: 16384, height: 300))
    }
}
