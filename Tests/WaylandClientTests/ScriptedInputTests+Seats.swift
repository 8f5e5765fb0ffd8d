import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// Seats and their devices that come and go, and keys that are held meanwhile.
extension ScriptedInputTests {
    /// KEY_C of `linux/input-event-codes.h`.
    private static let key = 46

    private func hold(_ compositor: ScriptedCompositor) {
        compositor.send("wl_keyboard.key", .number(3), .number(0), .number(Self.key), .number(1))
    }

    private func expectAKey(_ compositor: ScriptedCompositor, _ client: TestClient) throws {
        let count = client.keys.count
        try focusKeyboard(compositor, layouts: "us")
        type(Self.key, compositor)
        try client.run("a key") { client.keys.count > count }
        // As long as the first repeat would take.
        try client.run(milliseconds: 300)
        #expect(client.keys.count == count + 1 && client.keys.last?.isRepeat == false)
    }

    /// Expects that nothing repeats and no timer fires.
    private func expectRest(_ client: TestClient) throws {
        let count = client.keys.count
        let deadline = MonotonicClock.now() + 300_000_000
        var turns = 0
        while MonotonicClock.now() < deadline {
            try client.loop.turn(until: deadline)
            turns += 1
        }
        #expect(client.keys.count == count && turns < 5)
    }

    private func expectOneOfEach(_ compositor: ScriptedCompositor) {
        let kinds = ["wl_seat", "wl_keyboard", "wl_pointer", "wl_touch"]
        #expect(kinds.map(compositor.count) == [1, 1, 1, 1])
        // One is the window's; the other is the pointer's picture, or what shows it.
        #expect(compositor.count(of: "wp_cursor_shape_device_v1") + compositor.count(of: "wl_surface") == 2)
    }

    @Test(arguments: [[], ["wp_cursor_shape_manager_v1"]])
    func devicesThatComeAndGoLeaveNoObjects(missing: [String]) throws {
        let (compositor, client) = try make(without: Set(missing))
        for round in 1...20 {
            compositor.send("wl_seat.capabilities", .number(0))
            compositor.send("wl_seat.capabilities", .number(7))
            try client.run("devices") { compositor.requests("wl_seat.get_touch").count == round }
        }
        // Several at once are one change after the other, too.
        for capabilities in [2, 1, 6, 5, 3, 0, 4, 7] {
            compositor.send("wl_seat.capabilities", .number(capabilities))
        }
        compositor.send("xdg_wm_base.ping", .number(5))
        try client.run("a pong") { !compositor.requests("xdg_wm_base.pong").isEmpty }
        expectOneOfEach(compositor)
        try expectAKey(compositor, client)
        try enter(compositor, x: 300, y: 200)
        press(compositor, Self.right, time: 0)
        try client.run("the menu") { !compositor.requests("xdg_toplevel.show_window_menu").isEmpty }
    }

    @Test func seatsThatComeAndGoLeaveNoObjects() throws {
        let (compositor, client) = try make()
        var name = 5
        for round in 1...20 {
            compositor.send("wl_registry.global_remove", .number(name))
            name = 49 + round
            compositor.send("wl_registry.global", .number(name), .string("wl_seat"), .number(9))
            try client.run("a seat") {
                compositor.requests("wl_seat.release").count == round && compositor.object("wl_seat") > 0
            }
            compositor.send("wl_seat.capabilities", .number(7))
            try client.run("its devices") { compositor.requests("wl_seat.get_touch").count == round }
        }
        expectOneOfEach(compositor)
        try expectAKey(compositor, client)
    }

    @Test func aHeldKeyEndsWithItsKeyboard() throws {
        let (compositor, client) = try make()
        try focusKeyboard(compositor, layouts: "us")
        hold(compositor)
        try client.run("repeats") { client.keys.filter(\.isRepeat).count >= 2 }
        compositor.send("wl_seat.capabilities", .number(1))
        try client.run("its end") { compositor.count(of: "wl_keyboard") == 0 }
        try expectRest(client)
        compositor.send("wl_seat.capabilities", .number(3))
        try client.run("another one") { compositor.count(of: "wl_keyboard") == 1 }
        try expectRest(client)
        try expectAKey(compositor, client)
    }

    @Test func aHeldKeyEndsWithTheConnection() throws {
        let (compositor, client) = try make()
        try focusKeyboard(compositor, layouts: "us")
        hold(compositor)
        try client.run("repeats") { client.keys.filter(\.isRepeat).count >= 2 }
        compositor.disconnect()
        try client.run("the loss") { client.loss != nil }
        try expectRest(client)
    }

    @Test func aHeldKeyEndsWithItsWindow() throws {
        let (compositor, client) = try make()
        let options = WindowOptions(
            title: "second", applicationID: "org.example.Test",
            initialSize: SurfaceSize(width: 320, height: 180))
        var repeats = 0
        do {
            let second = try Window(connection: client.connection, options: options, loop: client.loop)
            second.onEvent = { if case .key(let press) = $0, press.isRepeat { repeats += 1 } }
            try client.run("the second window") {
                compositor.requests("xdg_wm_base.get_xdg_surface").count == 2
            }
            try focusKeyboard(compositor, layouts: "us")
            hold(compositor)
            try client.run("repeats") { repeats >= 2 }
        }
        // Once more it is due; it finds no window then.
        try client.run(milliseconds: 50)
        try expectRest(client)
    }

    @Test func aKeyboardThatRepeatsNoMoreEndsAHeldKey() throws {
        let (compositor, client) = try make()
        try focusKeyboard(compositor, layouts: "us")
        hold(compositor)
        try client.run("repeats") { client.keys.filter(\.isRepeat).count >= 2 }
        compositor.send("wl_keyboard.repeat_info", .number(0), .number(0))
        compositor.send("xdg_toplevel.close")
        try client.run("the rate") { client.events.contains(.close) }
        try expectRest(client)
    }
}
