import TestSupport
import Testing

@testable import WaylandClient

/// A window that goes from the screen while a graphics driver still has its surface.
@Suite struct HiddenWindowTests {
    @Test func itGoesAtOnceItsSurfaceStaysAndNothingIsDoneWithItAnyMore() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        let window = client.window
        window.setIdleInhibited(true)
        try compositor.configure(client, width: 800, height: 600, serial: 7)
        try client.draw()
        window.hide()
        try compositor.settle(client)
        for name in ["xdg_toplevel", "xdg_surface", "zwp_idle_inhibitor_v1"] {
            #expect(compositor.requests("\(name).destroy").count == 1, "\(name)")
        }
        #expect(compositor.requests("wl_surface.destroy").isEmpty)
        // Nobody waits for answers that never come.
        #expect(!client.state.isFrameCallbackOwed)

        let titles = compositor.requests("xdg_toplevel.set_title").count
        window.setTitle("another title")
        window.setFullscreen(true)
        window.setMaximized(true)
        window.minimize()
        window.setDecorationWanted(true)
        window.setIdleInhibited(true)
        window.chooseInitialSize(SurfaceSize(width: 10, height: 10))
        try window.renewSurface()
        window.hide()
        var tokens: [String?] = []
        window.requestActivationToken(nil) { tokens.append($0) }
        try compositor.settle(client)
        #expect(tokens == [nil])
        #expect(compositor.requests("xdg_toplevel.set_title").count == titles)
        for name in ["set_fullscreen", "set_maximized", "set_minimized", "destroy"] {
            let count = compositor.requests("xdg_toplevel.\(name)").count
            #expect(count == (name == "destroy" ? 1 : 0), "\(name)")
        }
        #expect(compositor.requests("zwp_idle_inhibit_manager_v1.create_inhibitor").count == 1)
        #expect(compositor.requests("wl_compositor.create_surface").count == 1)
        #expect(client.loss == nil)
    }
}
