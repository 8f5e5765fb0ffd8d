import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// The window's size, scale and pace under a real compositor.
@Suite(.serialized) struct SwayWindowTests {
    private static let floating = ["for_window [app_id=.*] floating enable"]

    @Test func aWindowAppearsWithItsTitleIdentifierAndSize() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath, title: "Camera – Viewfinder")
        #expect(!client.state.isConfigured)
        try client.appear()
        let window = try #require(try sway.windows().first)
        #expect(window.title == "Camera – Viewfinder")
        #expect(window.application == "org.example.Test")
        #expect(window.content.width == 640 && window.content.height == 480)
        // Newer releases of sway tell first what they can do for a window.
        let events = client.events.filter { if case .capabilitiesChanged = $0 { false } else { true } }
        #expect(events.prefix(2) == [.decorationChanged(.compositor), .configured])
        client.window.setTitle("Other camera – Viewfinder")
        try client.run("the new title") { try sway.windows().first?.title == "Other camera – Viewfinder" }
    }

    @Test func aConfigureWantsACommitOfItsSize() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        #expect(!client.state.isCommitWanted)
        for width in [500, 320, 801] {
            try sway.command("[app_id=org.example.Test] resize set \(width) px 400 px")
            let size = SurfaceSize(width: width, height: 400)
            try client.run("a configure of \(size)") { client.state.bufferSize == size }
            #expect(client.state.isCommitWanted)
            try client.draw(grey: UInt8(width % 256))
            #expect(!client.state.isCommitWanted)
            try client.settle(grey: UInt8(width % 256))
            try expectPicture(of: size, grey: UInt8(width % 256), in: sway)
        }
    }

    @Test func rapidResizesAreAnsweredByTheNewest() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        for step in 0..<50 {
            try sway.command("[app_id=org.example.Test] resize set \(400 + step) px 300 px")
        }
        // sway 1.7 takes a commit of an older size for the client's own wish, so the last size need not be 449.
        try client.settle()
        #expect(client.loss == nil)
        #expect(client.state.bufferSize.height == 300)
        try client.draw(grey: 77)
        try client.settle(grey: 77)
        try expectPicture(of: client.state.bufferSize, grey: 77, in: sway)
    }

    @Test func fullScreenFillsTheOutputAndGivesTheSizeBack() throws {
        let sway = try HeadlessSway(width: 1000, height: 700, configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        client.window.setFullscreen(true)
        try client.run("full screen") { client.events.contains(.fullscreenChanged(true)) }
        #expect(client.window.isFullscreen)
        try client.settle()
        #expect(client.state.bufferSize == SurfaceSize(width: 1000, height: 700))
        client.window.setFullscreen(false)
        try client.run("the old state") { client.events.contains(.fullscreenChanged(false)) }
        try client.settle()
        #expect(client.state.bufferSize == SurfaceSize(width: 640, height: 480))
    }

    @Test func theScaleOfTheOutputIsTheScaleOfTheBuffer() throws {
        // Without fractional-scale-v1, sway 1.7 tells the next whole number and resizes the picture itself.
        let sway = try HeadlessSway(scale: 1.25, configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        #expect(client.state.scale == 2 || client.state.scale == 1.25)
        let whole = client.state.scale == 2
        #expect(client.state.bufferSize == SurfaceSize(width: whole ? 1280 : 800, height: whole ? 960 : 600))
        let window = try #require(try sway.windows().first)
        #expect(window.content.width == 640 && window.content.height == 480)
        try sway.command("output * scale 3")
        try client.run("the new scale") { client.state.scale == 3 }
        #expect(client.state.isCommitWanted)
        try client.draw()
        try client.run("a frame callback") { !client.state.isFrameCallbackOwed }
        #expect(client.loss == nil)
    }

    @Test func aHiddenWindowIsOwedItsCallbackUntilItIsShownAgain() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        try sway.command("workspace 2")
        try client.run("sway's other workspace") { try sway.windows().first?.isVisible == false }
        let before = MonotonicClock.now()
        try client.draw()
        try client.run(milliseconds: 150)
        #expect(client.state.isFrameCallbackOwed)
        #expect(client.state.owedSince >= before)
        try sway.command("workspace 1")
        try client.run("a frame callback") { !client.state.isFrameCallbackOwed }
        #expect(client.state.owedSince == 0)
    }

    @Test func aCommitThatWasNotMadeOwesNothing() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        client.window.pacing.prepareCommit(for: client.state, token: 1)
        #expect(client.state.isFrameCallbackOwed)
        client.window.pacing.cancelCommit()
        #expect(!client.state.isFrameCallbackOwed)
        #expect(client.state.isCommitWanted)
        try client.draw()
        #expect(client.state.isFrameCallbackOwed)
        try client.run("a frame callback") { !client.state.isFrameCallbackOwed }
    }

    @Test func theDeathOfTheCompositorIsToldOnceAndTheLoopRests() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        Standstill.beforeEnd(of: sway.identifier)
        sway.stop()
        try client.run("the loss") { client.loss != nil }
        #expect(client.loss?.description.contains("compositor is gone") == true)
        var turns = 0
        let deadline = MonotonicClock.now() + 200_000_000
        while MonotonicClock.now() < deadline {
            try client.loop.turn(until: deadline)
            turns += 1
        }
        #expect(turns < 5)
        try client.draw()
        client.window.setFullscreen(true)
    }

    @Test func aTitleOfTenThousandLettersIsCut() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath, title: String(repeating: "a", count: 10_000))
        try client.appear()
        #expect(try sway.windows().first?.title == String(repeating: "a", count: 1000) + "…")
        client.window.setTitle(String(repeating: "b", count: 10_000))
        try client.run("the new title") {
            try sway.windows().first?.title == String(repeating: "b", count: 1000) + "…"
        }
        #expect(client.loss == nil)
    }

    @Test func aRefusedRequestIsToldInTheCompositorsWords() throws {
        let sway = try HeadlessSway(configuration: Self.floating)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        try client.expectRefusal()
    }

    @Test func aMissingCompositorIsOneClearSentence() {
        #expect(throws: WaylandError.self) { try TestClient(display: "/nonexistent/wayland-7") }
        do {
            _ = try TestClient(display: "/nonexistent/wayland-7")
        } catch {
            #expect(
                "\(error)" == "no Wayland display: '/nonexistent/wayland-7' cannot be reached "
                    + "(No such file or directory); is the compositor running?")
        }
    }

    /// Looks at the screen: the window's place is exactly filled with one grey.
    private func expectPicture(of size: SurfaceSize, grey: UInt8, in sway: HeadlessSway) throws {
        let content = try #require(try sway.windows().first).content
        #expect(content.width == size.width && content.height == size.height)
        let image = try sway.screenshot(of: content)
        let color = Color(grey, grey, grey)
        for (x, y) in [(0, 0), (size.width - 1, 0), (0, size.height - 1), (size.width - 1, size.height - 1)] {
            #expect(image[x, y] == color)
        }
    }
}
