import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// The same window under another compositor, which tells presentation times.
@Suite(.serialized) struct WestonWindowTests {
    private func socket(_ weston: HeadlessWeston) throws -> String {
        let folder = try #require(weston.environment["XDG_RUNTIME_DIR"] ?? nil)
        return "\(folder)/\(try #require(weston.environment["WAYLAND_DISPLAY"] ?? nil))"
    }

    @Test func aWindowFillsTheKiosk() throws {
        let weston = try HeadlessWeston(width: 900, height: 500)
        let client = try TestClient(display: try socket(weston))
        try client.appear()
        #expect(client.state.bufferSize == SurfaceSize(width: 900, height: 500))
        try client.draw(grey: 99)
        try client.settle()
        try client.run("the picture") { try weston.screenshot()[450, 250] == Color(99, 99, 99) }
    }

    @Test func presentationsComeWithTheirTokenAndTime() throws {
        let weston = try HeadlessWeston()
        let client = try TestClient(display: try socket(weston))
        let offered = try #require(client.connection.globals.first { $0.interface == "wp_presentation" })
        #expect(client.connection.presentationVersion == min(offered.version, 2))
        try client.appear()
        let before = MonotonicClock.now()
        try client.draw(token: 41)
        try client.draw(token: 42)
        try client.run("both frames") { client.presented.contains { $0.token == 42 } }
        #expect(client.presented.first { $0.token == 41 }?.time == nil)
        let shown = try #require(client.presented.first { $0.token == 42 })
        let time = try #require(shown.time)
        #expect((before...MonotonicClock.now()).contains(time))
    }

    @Test func aCommitThatWasNotMadeIsNotPresented() throws {
        let weston = try HeadlessWeston()
        let client = try TestClient(display: try socket(weston))
        try client.appear()
        client.window.pacing.prepareCommit(for: client.state, token: 1)
        client.window.pacing.cancelCommit()
        try client.draw(token: 2)
        try client.run("the frame") { client.presented.contains { $0.token == 2 && $0.time != nil } }
        #expect(!client.presented.contains { $0.token == 1 })
    }

    @Test func aTitleOfTenThousandLettersIsTaken() throws {
        let weston = try HeadlessWeston()
        let client = try TestClient(
            display: try socket(weston), title: String(repeating: "a", count: 10_000))
        try client.appear()
        client.window.setTitle(String(repeating: "b", count: 10_000))
        try client.draw(grey: 99)
        try client.settle()
        try client.run("the picture") { try weston.screenshot()[450, 250] == Color(99, 99, 99) }
        #expect(client.loss == nil)
    }

    @Test func aRefusedRequestIsToldInTheCompositorsWords() throws {
        let weston = try HeadlessWeston()
        let client = try TestClient(display: try socket(weston))
        try client.appear()
        try client.expectRefusal()
    }

    @Test func keysComeThroughWeston() throws {
        let weston = try HeadlessWeston()
        let client = try TestClient(display: try socket(weston))
        try client.appear()
        try weston.type("m")
        try client.run("the key") { client.keys.map(\.keysym) == [Keysym(name: "m")] }
    }
}
