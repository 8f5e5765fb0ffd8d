import TestSupport

@testable import WaylandClient

extension ScriptedCompositor {
    /// All that we can use, in the newest versions that we speak.
    static let everything: [(interface: String, version: Int)] = [
        ("wl_compositor", 6), ("wl_shm", 1), ("xdg_wm_base", 6), ("wl_output", 4), ("wl_seat", 9),
        ("zxdg_decoration_manager_v1", 1), ("wp_viewporter", 1), ("wp_fractional_scale_manager_v1", 1),
        ("wp_presentation", 2), ("wp_cursor_shape_manager_v1", 1), ("zwp_idle_inhibit_manager_v1", 1),
        ("xdg_activation_v1", 1), ("wp_content_type_manager_v1", 1), ("wp_fifo_manager_v1", 1),
        ("wl_subcompositor", 1), ("zwp_pointer_gestures_v1", 3), ("zwp_tablet_manager_v2", 1),
    ]

    /// A compositor, and a client whose window it knows and has not configured.
    static func withWindow(
        without missing: Set<String> = [], with more: [(interface: String, version: Int)] = [],
        _ change: (inout WindowOptions) -> Void = { _ in }
    ) throws -> (ScriptedCompositor, TestClient) {
        let compositor = try ScriptedCompositor(
            globals: everything.filter { !missing.contains($0.interface) } + more)
        let client = try TestClient(display: compositor.socketPath, change: change)
        try compositor.waitForWindow(client)
        return (compositor, client)
    }

    /// Until the compositor knows the window, it can say nothing to it.
    func waitForWindow(_ client: TestClient) throws {
        try client.run("the first commit") { !requests("wl_surface.commit").isEmpty }
    }

    /// Waits until each side has heard everything so far.
    func settle(_ client: TestClient) throws {
        let count = requests("xdg_wm_base.pong").count
        send("xdg_wm_base.ping", .number(5))
        try client.run("a pong") { requests("xdg_wm_base.pong").count > count }
    }

    /// Configures the window and waits until the client has heard it.
    func configure(
        _ client: TestClient, width: Int = 0, height: Int = 0,
        _ states: [XdgToplevel.State] = [], serial: Int
    ) throws {
        send(
            "xdg_toplevel.configure", .number(width), .number(height), .array(states.map(\.rawValue)))
        send("xdg_surface.configure", .number(serial))
        let before = client.events.count
        try client.run("configure \(serial)") { client.events.count > before }
    }
}
