import TestSupport
import Testing

@testable import WaylandClient

/// Fingers on a touch screen, seen from the compositor's side.
@Suite struct ScriptedTouchTests {
    private func make(_ states: [XdgToplevel.State] = []) throws -> (ScriptedCompositor, TestClient) {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send("wl_seat.capabilities", .number(4))
        try compositor.configure(client, width: 640, height: 480, states, serial: 1)
        try client.run("a touch screen") { compositor.object("wl_touch") > 0 }
        return (compositor, client)
    }

    private func down(_ compositor: ScriptedCompositor, x: Double, y: Double, id: Int = 0, time: Int = 0)
        throws
    {
        let surface = compositor.requests("xdg_wm_base.get_xdg_surface").last?.values.last
        compositor.send(
            "wl_touch.down", .number(21), .number(time), try #require(surface), .number(id), .fixed(x),
            .fixed(y))
        compositor.send("wl_touch.frame")
    }

    private func move(_ compositor: ScriptedCompositor, x: Double, y: Double, id: Int = 0) {
        compositor.send("wl_touch.shape", .number(id), .fixed(9), .fixed(7))
        compositor.send("wl_touch.orientation", .number(id), .fixed(45))
        compositor.send("wl_touch.motion", .number(0), .number(id), .fixed(x), .fixed(y))
        compositor.send("wl_touch.frame")
    }

    private func up(_ compositor: ScriptedCompositor, id: Int = 0, time: Int = 0) {
        compositor.send("wl_touch.up", .number(22), .number(time), .number(id))
        compositor.send("wl_touch.frame")
    }

    private func moves(_ compositor: ScriptedCompositor) -> [[Int]] {
        compositor.requests("xdg_toplevel.move").map(\.numbers)
    }

    @Test func aFingerThatIsDraggedMovesTheWindow() throws {
        let (compositor, client) = try make()
        try down(compositor, x: 300, y: 200)
        move(compositor, x: 310, y: 210)
        try compositor.settle(client)
        #expect(moves(compositor).isEmpty)
        move(compositor, x: 313, y: 210)
        move(compositor, x: 400, y: 210)
        up(compositor)
        try compositor.settle(client)
        #expect(moves(compositor) == [[21]] && client.loss == nil)
    }

    @Test func aFingerOnAnEdgeResizes() throws {
        let (compositor, client) = try make()
        try down(compositor, x: 638, y: 300)
        up(compositor)
        try compositor.settle(client)
        #expect(compositor.requests("xdg_toplevel.resize").map(\.numbers) == [[21, 8]])
    }

    @Test(arguments: [(300, 10.0, true), (401, 10.0, false), (300, 13.0, false)])
    func twoQuickTapsInOnePlaceToggleFullScreen(pause: Int, distance: Double, isDouble: Bool) throws {
        let (compositor, client) = try make()
        try down(compositor, x: 300, y: 200, time: 1000)
        up(compositor, time: 1050)
        try down(compositor, x: 300 + distance, y: 200, time: 1000 + pause)
        up(compositor, time: 1050 + pause)
        try compositor.settle(client)
        #expect(compositor.requests("xdg_toplevel.set_fullscreen").count == (isDouble ? 1 : 0))
        #expect(moves(compositor).isEmpty)
    }

    @Test func twoTapsLeaveFullScreen() throws {
        let (compositor, client) = try make([.fullscreen])
        for time in [1000, 1200] {
            try down(compositor, x: 300, y: 200, time: time)
            up(compositor, time: time + 50)
        }
        try compositor.settle(client)
        #expect(compositor.requests("xdg_toplevel.unset_fullscreen").count == 1)
    }

    @Test func onlyTheFirstFingerCounts() throws {
        let (compositor, client) = try make()
        try down(compositor, x: 300, y: 200)
        try down(compositor, x: 100, y: 200, id: 1)
        move(compositor, x: 200, y: 200, id: 1)
        up(compositor, id: 1)
        try compositor.settle(client)
        #expect(moves(compositor).isEmpty)
        move(compositor, x: 320, y: 200)
        up(compositor)
        try down(compositor, x: 300, y: 200, id: 2)
        move(compositor, x: 330, y: 200, id: 2)
        try compositor.settle(client)
        #expect(moves(compositor) == [[21], [21]])
    }

    @Test func whatTheCompositorTakesOverMeansNothing() throws {
        let (compositor, client) = try make()
        try down(compositor, x: 300, y: 200)
        compositor.send("wl_touch.cancel")
        move(compositor, x: 400, y: 200)
        up(compositor)
        try compositor.settle(client)
        #expect(moves(compositor).isEmpty)
        try down(compositor, x: 300, y: 200)
        move(compositor, x: 400, y: 200)
        try compositor.settle(client)
        #expect(moves(compositor) == [[21]])
    }
}
