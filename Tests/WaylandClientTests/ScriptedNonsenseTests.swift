import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// Compositors whose numbers cannot be: the window takes what can be made of them, and goes on.
@Suite struct ScriptedNonsenseTests {
    private static let largest = Int(Int32.max)

    @Test(arguments: [Set<String>(), ["wp_fractional_scale_manager_v1"], ["wp_viewporter"]])
    func sizesAndScalesBeyondAnyScreenAreCut(without missing: Set<String>) throws {
        let (compositor, client) = try ScriptedCompositor.withWindow(without: missing)
        for (number, scale) in [Self.largest, 100_000, -5, 0].enumerated() {
            compositor.send("wl_output.scale", .number(scale))
            compositor.send("wl_output.done")
            compositor.send("wl_surface.enter", .object(compositor.object("wl_output")))
            try compositor.configure(
                client, width: Self.largest, height: Self.largest, serial: 2 * number + 1)
            #expect(client.state.logicalSize == SurfaceSize(width: 16384, height: 16384))
            #expect(UInt32(exactly: client.state.bufferSize.width) != nil)
            try compositor.configure(client, width: -7, height: Int(Int32.min), serial: 2 * number + 2)
            #expect(!client.state.bufferSize.isEmpty)
            #expect((1...64).contains(client.state.scale))
        }
        if missing.isEmpty {
            for parts in [Int(UInt32.max), 1 << 31, 0] {
                compositor.send("wp_fractional_scale_v1.preferred_scale", .number(parts))
                try compositor.configure(client, width: Self.largest, height: 1, serial: 20)
                #expect(client.state.scale > 0 && client.state.scale <= 64)
                #expect(!client.state.bufferSize.isEmpty)
            }
        }
    }

    @Test func aCursorOfAnyScaleIsLoaded() throws {
        let input = ScriptedInputTests()
        let (compositor, client) = try input.make(without: [
            "wp_cursor_shape_manager_v1", "wp_fractional_scale_manager_v1",
        ])
        compositor.send("wl_output.scale", .number(Self.largest))
        compositor.send("wl_output.done")
        try client.run("the scale") { client.state.scale > 1 }
        let surface = compositor.requests("xdg_wm_base.get_xdg_surface").last?.values.last
        compositor.send(
            "wl_pointer.enter", .number(9), try #require(surface), .fixed(300), .fixed(200))
        compositor.send("xdg_toplevel.close")
        try client.run("close") { client.events.contains(.close) }
    }

    @Test(arguments: [Int(UInt32.max), Int(UInt32.max) - 7, 1 << 31, 100_000])
    func aKeyThatNoKeyboardHasMeansNothing(key: Int) throws {
        let input = ScriptedInputTests()
        let (compositor, client) = try input.make()
        try input.focusKeyboard(compositor, layouts: "us")
        input.type(key, compositor)
        input.type(30, compositor)
        try client.run("a key") { !client.keys.isEmpty }
        #expect(client.keys.map(\.keysym.description) == ["a"])
    }

    @Test func keysRepeatNoFasterThanAThousandTimesASecond() throws {
        let input = ScriptedInputTests()
        let (compositor, client) = try input.make()
        try input.focusKeyboard(compositor, layouts: "us")
        compositor.send("wl_keyboard.repeat_info", .number(Self.largest), .number(0))
        compositor.send("wl_keyboard.key", .number(3), .number(0), .number(30), .number(1))
        try client.run("repeats") { client.keys.count > 1 }
        let (before, begin) = (client.keys.count, MonotonicClock.now())
        try client.run("a while") { MonotonicClock.now() > begin + 200_000_000 }
        let milliseconds = Int((MonotonicClock.now() - begin) / 1_000_000)
        #expect(client.keys.count - before <= milliseconds + 2)
    }

    @Test func aKeymapLargerThanAnyIsNotRead() throws {
        let input = ScriptedInputTests()
        let (compositor, client) = try input.make()
        // A good one, and then nothing up to a size that no keymap has.
        let count = 1 << 25
        let file = try TestClient.temporaryFile(count: count)
        let text = Array(
            "xkb_keymap { xkb_keycodes { }; xkb_types { }; xkb_compat { }; xkb_symbols { }; };".utf8)
        #expect(pwrite(file.number, text, text.count, 0) == text.count)
        #expect(try Keymap(file, count: text.count) != nil)
        #expect(try Keymap(file, count: count) == nil)
        withExtendedLifetime((compositor, client)) {}
    }

    @Test func refreshRatesThatNoDisplayHasAreIgnored() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        let before = client.state.refreshPeriod
        for rate in [Self.largest, 1] {
            compositor.send("wl_output.mode", .number(1), .number(1920), .number(1080), .number(rate))
            compositor.send("wl_output.done")
            compositor.send("wl_surface.enter", .object(compositor.object("wl_output")))
            try compositor.configure(client, serial: rate)
            #expect(client.state.refreshPeriod == before)
        }
    }

    @Test func globalsWithoutEndAreHeardToAnEnd() throws {
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything
                + Array(repeating: (interface: "wl_output", version: 4), count: 2000))
        let client = try TestClient(display: compositor.socketPath)
        #expect(client.connection.globals.count == 1024)
        try compositor.waitForWindow(client)
        compositor.send("wl_registry.global", .number(9999), .string("wl_output"), .number(4))
        compositor.send("xdg_toplevel.close")
        try client.run("close") { client.events.contains(.close) }
        #expect(client.connection.globals.count == 1024)
    }
}
