import TestSupport
import Testing

@testable import WaylandClient

/// The window's own acts, and what the compositor tells of them.
@Suite struct WindowActsTests {
    @Test func wishesAreSent() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        client.window.minimize()
        client.window.setMaximized(true)
        client.window.setMaximized(false)
        client.window.setDecorationWanted(false)
        try compositor.settle(client)
        let names = compositor.requests.map(\.name)
        for name in ["set_minimized", "set_maximized", "unset_maximized"] {
            #expect(names.count { $0 == name } == 1, "\(name)")
        }
        // server_side at first, then client_side.
        let modes = compositor.requests("zxdg_toplevel_decoration_v1.set_mode").map(\.numbers)
        #expect(modes == [[2], [1]])
    }

    @Test func aWindowCanBeWithoutDecorationFromTheStart() throws {
        let (compositor, _) = try ScriptedCompositor.withWindow { $0.wantsDecoration = false }
        let modes = compositor.requests("zxdg_toplevel_decoration_v1.set_mode").map(\.numbers)
        #expect(modes == [[1]])
    }

    @Test func statesAreToldWhenTheyChange() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, width: 640, height: 480, [.activated], serial: 1)
        try compositor.configure(client, width: 1000, height: 700, [.activated, .maximized], serial: 2)
        #expect(client.window.isMaximized && client.window.isActivated)
        try compositor.configure(client, width: 1000, height: 700, [.maximized], serial: 3)
        try compositor.configure(client, width: 640, height: 480, serial: 4)
        #expect(!client.window.isMaximized && !client.window.isActivated)
        let changes = client.events.filter { $0 != .configured }
        #expect(
            changes == [
                .activatedChanged(true), .maximizedChanged(true), .activatedChanged(false),
                .maximizedChanged(false),
            ])
    }

    @Test func capabilitiesAreAllUntilTheyAreTold() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        #expect(client.window.capabilities == .all)
        compositor.send("xdg_toplevel.wm_capabilities", .array([1, 3, 77, .max]))
        try compositor.settle(client)
        #expect(client.window.capabilities == [.windowMenu, .fullscreen])
        #expect(client.events == [.capabilitiesChanged([.windowMenu, .fullscreen])])
        compositor.send("xdg_toplevel.wm_capabilities", .array([3, 1]))
        try compositor.settle(client)
        #expect(client.events.count == 1)
    }

    @Test func decorationIsToldWhenItChanges() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        #expect(client.window.decoration == .none)
        for mode in [1, 2, 2, 1, 99] {
            compositor.send("zxdg_toplevel_decoration_v1.configure", .number(mode))
        }
        try compositor.settle(client)
        #expect(client.window.decoration == .none)
        #expect(client.events == [.decorationChanged(.compositor), .decorationChanged(.none)])
    }
}
