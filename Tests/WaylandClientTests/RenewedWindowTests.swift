import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// A window that is made anew on another surface, since a driver that hangs keeps the one before.
@Suite struct RenewedWindowTests {
    /// The first object among a request's values.
    private func object(_ request: WireRequest?) -> UInt32? {
        guard case .object(let number)? = request?.values.first else { return nil }
        return number
    }

    @Test func itIsDescribedAnewAndWhatTheOldOneWasOwedIsForgotten() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        client.window.setIdleInhibited(true)
        client.window.setTitle("another title")
        client.window.setDecorationWanted(false)
        try compositor.configure(client, width: 800, height: 600, [.fullscreen], serial: 7)
        try client.draw()
        #expect(client.state.isFrameCallbackOwed)
        let (old, use) = (client.window.surface, client.window.surfaceUse)
        defer { withExtendedLifetime(use) {} }
        try client.window.renewSurface()
        #expect(client.window.surface != old)
        #expect(!client.state.isConfigured && !client.state.isFrameCallbackOwed)
        #expect(!client.state.isCommitWanted)
        try compositor.settle(client)

        #expect(compositor.requests("wl_compositor.create_surface").count == 2)
        // The driver may still use it.
        #expect(compositor.requests("wl_surface.destroy").isEmpty)
        for name in ["xdg_toplevel", "xdg_surface", "zxdg_toplevel_decoration_v1", "wp_viewport"] {
            #expect(compositor.requests("\(name).destroy").count == 1, "\(name)")
            #expect(compositor.count(of: name) == 1, "\(name)")
        }
        let titles = compositor.requests("xdg_toplevel.set_title")
        #expect(titles.last?.values == [.string("another title")])
        let names = compositor.requests("xdg_toplevel.set_app_id")
        #expect(names.count == 2 && names.first?.values == names.last?.values)
        #expect(Set(names.map(\.object)).count == 2)
        #expect(compositor.requests("xdg_toplevel.set_fullscreen").count == 1)
        #expect(compositor.requests("xdg_toplevel.set_maximized").isEmpty)
        #expect(compositor.requests("zxdg_toplevel_decoration_v1.set_mode").last?.numbers == [1])
        let surface = client.window.objects.surface.handle.identifier
        let inhibitors = compositor.requests("zwp_idle_inhibit_manager_v1.create_inhibitor")
        #expect(inhibitors.count == 2 && inhibitors.last?.values.last == .object(surface))

        try compositor.configure(client, width: 800, height: 600, [.fullscreen], serial: 9)
        #expect(client.state.isConfigured && client.window.isFullscreen)
        #expect(client.state.bufferSize == SurfaceSize(width: 800, height: 600))
        try client.draw()
        try compositor.settle(client)
        let answer = try #require(compositor.requests("xdg_surface.ack_configure").last)
        #expect(answer.numbers == [9] && answer.object == compositor.object("xdg_surface"))
        #expect(compositor.requests("wl_surface.frame").last?.object == surface)
        // It has all of its own state.
        #expect(compositor.requests("wl_surface.set_opaque_region").last?.object == surface)
        compositor.answerFrames(of: surface)
        try client.run("the callback") { !client.state.isFrameCallbackOwed }
        #expect(client.loss == nil)
    }

    @Test func aMaximisedOneIsMaximisedAgainAndOneOfTheUsersSizeKeepsThat() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, width: 700, height: 500, serial: 1)
        try compositor.configure(client, width: 1000, height: 800, [.maximized], serial: 2)
        try client.window.renewSurface()
        try compositor.settle(client)
        #expect(compositor.requests("xdg_toplevel.set_maximized").count == 1)
        // This compositor does not.
        try compositor.configure(client, serial: 3)
        #expect(client.state.logicalSize == SurfaceSize(width: 700, height: 500))
        #expect(!client.window.isMaximized && client.loss == nil)
    }

    @Test func theOldSurfaceGoesWithTheLastOneThatUsesIt() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        let old = client.window.objects.surface.handle.identifier
        var uses = [client.window.surfaceUse, client.window.surfaceUse]
        try client.window.renewSurface()
        uses.removeLast()
        try compositor.settle(client)
        #expect(compositor.requests("wl_surface.destroy").isEmpty)
        // The render thread may be the last.
        _ = try SystemThread(name: "render") { [last = uses.removeLast()] in
            withExtendedLifetime(last) {}
        }
        uses = []
        try client.run("its end") { !compositor.requests("wl_surface.destroy").isEmpty }
        #expect(compositor.requests("wl_surface.destroy").map(\.object) == [old])
        // Nobody uses this one.
        try client.window.renewSurface()
        try client.run("the end of the next") { compositor.requests("wl_surface.destroy").count == 2 }
        #expect(client.loss == nil)
    }

    @Test func inputOnTheNewSurfaceIsHeard() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send("wl_seat.capabilities", .number(1))
        try compositor.configure(client, width: 640, height: 480, serial: 1)
        try client.window.renewSurface()
        try compositor.settle(client)
        try compositor.configure(client, width: 640, height: 480, serial: 2)
        client.events = []
        compositor.send(
            "wl_pointer.enter", .number(3), .object(client.window.objects.surface.handle.identifier),
            .fixed(10), .fixed(20))
        compositor.send("wl_pointer.frame")
        try compositor.settle(client)
        #expect(!client.events.isEmpty && client.loss == nil)
    }

    @Test func itsPartsComeAlongInTheirOrder() throws {
        let stage = try PartStage()
        let (compositor, client) = (stage.compositor, stage.client)
        let other = try Subsurface(over: client.window, size: SurfaceSize(width: 10, height: 10))
        stage.part.move(toX: 30, y: 20)
        stage.part.show()
        stage.part.place(above: other)
        try client.draw()
        try stage.settle()
        let before = compositor.requests.count
        let drawn = stage.heard.drawn.count
        try client.window.renewSurface()
        try stage.settle()
        let after = compositor.requests.dropFirst(before)
        let window = client.window.objects.surface.handle.identifier
        let surfaces = [other, stage.part].map(\.objects.surface.handle.identifier)
        let made = after.filter { $0.name == "get_subsurface" }
        #expect(made.map { Array($0.values.dropFirst()) } == surfaces.map { [.object($0), .object(window)] })
        #expect(after.count { $0.interface == "wl_subsurface" && $0.name == "destroy" } == 2)
        #expect(after.count { $0.interface == "wl_subsurface" && $0.name == "set_desync" } == 2)
        let place = try #require(after.last { $0.name == "set_position" })
        #expect(place.numbers == [30, 20])
        let order = try #require(after.last { $0.name == "place_above" })
        #expect(order.values == [.object(surfaces[0])])
        // What was shown is shown again, and what was hidden is not.
        let attached = after.filter { $0.name == "attach" && $0.object == surfaces[1] }
        #expect(attached.count == 2 && object(attached.first) == 0 && object(attached.last) != 0)
        #expect(!after.contains { $0.name == "attach" && $0.object == surfaces[0] })
        #expect(stage.heard.drawn.count == drawn && stage.heard.failures.isEmpty)
        // Its place comes with the window's next picture.
        try compositor.configure(client, width: 640, height: 480, serial: 2)
        #expect(client.state.isCommitWanted && client.loss == nil)
    }

    @Test func inARealCompositorItLooksAsBefore() throws {
        let sway = try HeadlessSway(
            width: 1000, height: 800, configuration: ["for_window [app_id=.*] floating enable, border none"])
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let part = try Subsurface(over: client.window, size: SurfaceSize(width: 104, height: 40))
        part.onDraw = { memory in
            memory.fill(memory.bounds, with: 0xffff_0000)
            return [memory.bounds]
        }
        part.move(toX: 48, y: 32)
        part.show()
        func expectPart(_ what: String) throws -> Image {
            var seen: Image?
            try client.run(what) {
                if client.state.isCommitWanted { try client.draw() }
                guard let window = try sway.windows().first else { return false }
                let image = try sway.screenshot(of: window.content)
                seen = image
                return image.width == 640 && image[60, 50] == Color(255, 0, 0)
                    && image[10, 10] == Color(128, 128, 128)
            }
            return try #require(seen)
        }
        let before = try expectPart("the subsurface")
        try client.window.renewSurface()
        let after = try expectPart("the subsurface on the new window")
        #expect(before == after && client.loss == nil)
        #expect(try sway.windows().count == 1)
    }
}
