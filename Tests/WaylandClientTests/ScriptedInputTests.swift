import CXKBCommon
import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// Keyboard layouts, cursors and pointer requests, seen from the compositor's side.
@Suite struct ScriptedInputTests {
    static let left = 0x110
    static let right = 0x111

    func make(_ states: [XdgToplevel.State] = [], without missing: Set<String> = []) throws -> (
        ScriptedCompositor, TestClient
    ) {
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything.filter { !missing.contains($0.interface) })
        let client = try TestClient(display: compositor.socketPath)
        try client.run("the first commit") { !compositor.requests("wl_surface.commit").isEmpty }
        compositor.send("wl_seat.capabilities", .number(3))
        compositor.send(
            "xdg_toplevel.configure", .number(640), .number(480), .array(states.map(\.rawValue)))
        compositor.send("xdg_surface.configure", .number(1))
        try client.run("a keyboard and a pointer") {
            client.state.isConfigured && compositor.object("wl_keyboard") > 0
                && compositor.object("wl_pointer") > 0
        }
        return (compositor, client)
    }

    // MARK: - Keyboard

    /// Sends a keymap with these layouts, and the focus.
    func focusKeyboard(_ compositor: ScriptedCompositor, layouts: String) throws {
        let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
        let keymap = try layouts.withCString { layouts in
            var names = xkb_rule_names()
            names.layout = layouts
            return try #require(xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS))
        }
        let text = try #require(xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1))
        defer {
            free(text)
            xkb_keymap_unref(keymap)
            xkb_context_unref(context)
        }
        let count = strlen(text) + 1
        let file = try TestClient.temporaryFile(count: count)
        #expect(pwrite(file.number, text, count, 0) == count)
        compositor.send("wl_keyboard.keymap", .number(1), .number(count), descriptor: file.number)
        compositor.send("wl_keyboard.repeat_info", .number(50), .number(200))
        let surface = compositor.requests("xdg_wm_base.get_xdg_surface").last?.values.last
        compositor.send("wl_keyboard.enter", .number(2), try #require(surface), .array([]))
    }

    /// Presses and releases a key of `linux/input-event-codes.h`.
    func type(_ key: Int, _ compositor: ScriptedCompositor) {
        compositor.send("wl_keyboard.key", .number(3), .number(0), .number(key), .number(1))
        compositor.send("wl_keyboard.key", .number(4), .number(0), .number(key), .number(0))
    }

    private func setLayout(_ group: Int, depressed: Int = 0, _ compositor: ScriptedCompositor) {
        compositor.send(
            "wl_keyboard.modifiers", .number(5), .number(depressed), .number(0), .number(0), .number(group))
    }

    @Test func keysMeanWhatTheActiveLayoutSays() throws {
        let (compositor, client) = try make()
        try focusKeyboard(compositor, layouts: "us,de,gr")
        // KEY_Y, where the German keyboard has Z and the Greek one upsilon.
        for group in 0...2 {
            setLayout(group, compositor)
            type(21, compositor)
        }
        try client.run("three keys") { client.keys.count == 3 }
        #expect(client.keys.map(\.keysym.description) == ["y", "z", "Greek_upsilon"])
        #expect(client.keys.map(\.latinKeysym?.description) == [nil, nil, "y"])
    }

    /// KEY_Q, KEY_W, KEY_LEFTBRACE, KEY_SLASH and KEY_2, where keyboards of other scripts have some Latin signs, too.
    @Test(
        arguments: [
            ("gr", 0, ["q", "w", nil, nil, nil]), ("ru", 0, ["q", "w", "bracketleft", "slash", nil]),
            ("ru", 1, ["Q", "W", "braceleft", "question", "at"]),
            ("th", 0, ["q", "w", "bracketleft", "slash", "2"]),
            ("us,ru", 0, [nil, nil, nil, nil, nil]), ("fr", 0, [nil, nil, nil, nil, nil]),
        ] as [(String, Int, [String?])])
    func withoutALatinLayoutThePlaceOfAKeyCounts(layouts: String, depressed: Int, latin: [String?]) throws {
        let (compositor, client) = try make()
        try focusKeyboard(compositor, layouts: layouts)
        setLayout(0, depressed: depressed, compositor)
        for key in [16, 17, 26, 53, 3] { type(key, compositor) }
        try client.run("the keys") { client.keys.count == latin.count }
        #expect(client.keys.map(\.latinKeysym?.description) == latin)
    }

    /// The sign at a key's place in the Latin layout counts beside the one of the layout in use.
    @Test func aLatinSignOfAnotherScriptDoesNotHideTheLatinLetter() throws {
        let (compositor, client) = try make()
        try focusKeyboard(compositor, layouts: "gr,us")
        setLayout(0, compositor)
        type(16, compositor)
        try client.run("a key") { client.keys.count == 1 }
        #expect(client.keys.map(\.keysym.description) == ["semicolon"])
        #expect(client.keys.map(\.latinKeysym?.description) == ["q"])
    }

    @Test func shiftMakesCapitalsAndIsTold() throws {
        let (compositor, client) = try make()
        try focusKeyboard(compositor, layouts: "us")
        setLayout(0, depressed: 1, compositor)
        // KEY_C and KEY_SLASH.
        type(46, compositor)
        type(53, compositor)
        try client.run("two keys") { client.keys.count == 2 }
        #expect(client.keys.map(\.keysym.description) == ["C", "question"])
        #expect(client.keys.map(\.modifiers) == [.shift, .shift])
        #expect(client.keys.first?.keysym.lowercase == Keysym(name: "c"))
        #expect(client.keys.first?.latinKeysym == nil)
    }

    @Test func modifiersDoNotRepeatAndOtherKeysDo() throws {
        let (compositor, client) = try make()
        try focusKeyboard(compositor, layouts: "us")
        // KEY_LEFTSHIFT, held longer than the delay.
        compositor.send("wl_keyboard.key", .number(3), .number(0), .number(42), .number(1))
        try client.run(milliseconds: 350)
        #expect(client.keys.map(\.keysym.description) == ["Shift_L"])
        compositor.send("wl_keyboard.key", .number(3), .number(0), .number(46), .number(1))
        try client.run("repeats") { client.keys.filter(\.isRepeat).count >= 3 }
        #expect(Set(client.keys.filter(\.isRepeat).map(\.keysym.description)) == ["c"])
    }

    @Test func aKeymapThatIsNoneIsSurvived() throws {
        let (compositor, client) = try make()
        let file = try TestClient.temporaryFile(count: 100)
        compositor.send("wl_keyboard.keymap", .number(1), .number(100), descriptor: file.number)
        compositor.send("wl_keyboard.keymap", .number(1), .number(0), descriptor: file.number)
        // One that says that it is longer than it is; its last page is full.
        let short = try TestClient.temporaryFile(count: 4096)
        #expect(pwrite(short.number, [UInt8](repeating: 0x20, count: 4096), 4096, 0) == 4096)
        compositor.send("wl_keyboard.keymap", .number(1), .number(1 << 20), descriptor: short.number)
        type(46, compositor)
        compositor.send("xdg_toplevel.close")
        try client.run("close") { client.events.contains(.close) }
        #expect(client.keys.isEmpty)
    }

    @Test func aKeyboardThatIsUnpluggedComesBack() throws {
        let (compositor, client) = try make()
        compositor.send("wl_seat.capabilities", .number(1))
        try client.run("its end") { !compositor.requests("wl_keyboard.release").isEmpty }
        compositor.send("wl_seat.capabilities", .number(3))
        try client.run("a new one") { compositor.requests("wl_seat.get_keyboard").count == 2 }
        try focusKeyboard(compositor, layouts: "us")
        type(46, compositor)
        try client.run("a key") { client.keys.count == 1 }
    }

    @Test func aSeatThatIsTakenAwayComesBack() throws {
        let (compositor, client) = try make([.fullscreen])
        try focusKeyboard(compositor, layouts: "us")
        try enter(compositor, x: 300, y: 200)
        compositor.send("wl_keyboard.key", .number(3), .number(0), .number(46), .number(1))
        try client.run("repeats") { client.keys.filter(\.isRepeat).count >= 2 }
        compositor.send("wl_registry.global_remove", .number(5))
        try client.run("its end") { !compositor.requests("wl_seat.release").isEmpty }
        #expect(!compositor.requests("wl_keyboard.release").isEmpty)
        #expect(!compositor.requests("wl_pointer.release").isEmpty)
        let count = client.keys.count
        // Longer than a repeat, and than the cursor stays.
        try client.run(milliseconds: 2200)
        #expect(client.keys.count == count && compositor.requests("wl_pointer.set_cursor").isEmpty)

        compositor.send("wl_registry.global", .number(50), .string("wl_seat"), .number(9))
        try client.run("another seat") { compositor.object("wl_seat") > 0 }
        compositor.send("wl_seat.capabilities", .number(3))
        try client.run("its devices") {
            compositor.requests("wl_seat.get_keyboard").count == 2
                && compositor.requests("wl_seat.get_pointer").count == 2
        }
        try focusKeyboard(compositor, layouts: "us")
        type(21, compositor)
        try enter(compositor, x: 300, y: 200)
        press(compositor, Self.right, time: 0)
        try client.run("a key and a menu") {
            client.keys.count == count + 1 && !compositor.requests("xdg_toplevel.show_window_menu").isEmpty
        }
        #expect(client.keys.last?.keysym.description == "y" && client.loss == nil)
    }

    // MARK: - Pointer

    func enter(_ compositor: ScriptedCompositor, x: Double, y: Double) throws {
        let surface = compositor.requests("xdg_wm_base.get_xdg_surface").last?.values.last
        compositor.send("wl_pointer.enter", .number(10), try #require(surface), .fixed(x), .fixed(y))
        compositor.send("wl_pointer.frame")
    }

    private func move(_ compositor: ScriptedCompositor, x: Double, y: Double) {
        compositor.send("wl_pointer.motion", .number(0), .fixed(x), .fixed(y))
        compositor.send("wl_pointer.frame")
    }

    func press(_ compositor: ScriptedCompositor, _ button: Int = left, time: Int, down: Int = 1) {
        compositor.send("wl_pointer.button", .number(11), .number(time), .number(button), .number(down))
        compositor.send("wl_pointer.frame")
    }

    private func shapes(_ compositor: ScriptedCompositor) -> [Int] {
        compositor.requests("wp_cursor_shape_device_v1.set_shape").compactMap(\.numbers.last)
    }

    @Test func theCursorShowsWhatAPressWouldDo() throws {
        let (compositor, client) = try make()
        try enter(compositor, x: 300, y: 200)
        for (x, y) in [(301.0, 201.0), (2, 200), (637, 200), (300, 3), (300, 475), (2, 2), (638, 478)] {
            move(compositor, x: x, y: y)
        }
        // default, w-, e-, n-, s-, nw- and se-resize in cursor-shape-v1.
        try client.run("the shapes") { shapes(compositor) == [1, 25, 18, 19, 22, 21, 23] }
    }

    @Test func aMaximizedWindowHasNoEdges() throws {
        let (compositor, client) = try make([.maximized])
        try enter(compositor, x: 2, y: 2)
        press(compositor, time: 0)
        move(compositor, x: 20, y: 20)
        try client.run("a move") { !compositor.requests("xdg_toplevel.move").isEmpty }
        #expect(compositor.requests("xdg_toplevel.resize").isEmpty)
        #expect(shapes(compositor) == [1])
    }

    @Test func pressesAskForMovesResizesAndTheMenu() throws {
        let (compositor, client) = try make()
        try enter(compositor, x: 300, y: 200)
        press(compositor, Self.right, time: 0)
        try client.run("the menu") { !compositor.requests("xdg_toplevel.show_window_menu").isEmpty }
        #expect(compositor.requests("xdg_toplevel.show_window_menu").first?.numbers == [11, 300, 200])
        press(compositor, time: 1000)
        move(compositor, x: 302, y: 202)
        try client.run(milliseconds: 30)
        #expect(compositor.requests("xdg_toplevel.move").isEmpty)
        move(compositor, x: 310, y: 202)
        try client.run("a move") { compositor.requests("xdg_toplevel.move").map(\.numbers) == [[11]] }
        press(compositor, time: 1100, down: 0)
        move(compositor, x: 638, y: 300)
        press(compositor, time: 2000)
        try client.run("a resize") { compositor.requests("xdg_toplevel.resize").map(\.numbers) == [[11, 8]] }
    }

    @Test(arguments: [(400, true), (401, false)])
    func onlyAQuickSecondPressIsADoubleClick(delay: Int, isDouble: Bool) throws {
        let (compositor, client) = try make()
        try enter(compositor, x: 300, y: 200)
        // The clock of 32 bits wraps between the two.
        press(compositor, time: -200)
        press(compositor, time: -150, down: 0)
        press(compositor, time: delay - 200)
        press(compositor, Self.right, time: delay)
        try client.run("the end") { !compositor.requests("xdg_toplevel.show_window_menu").isEmpty }
        #expect(compositor.requests("xdg_toplevel.set_fullscreen").isEmpty != isDouble)
    }

    @Test func theCursorHidesInFullScreenAndComesBackOnMotion() throws {
        let (compositor, client) = try make([.fullscreen])
        try enter(compositor, x: 300, y: 200)
        try client.run(milliseconds: 1500)
        #expect(compositor.requests("wl_pointer.set_cursor").isEmpty)
        try client.run("nothing", within: 3) { !compositor.requests("wl_pointer.set_cursor").isEmpty }
        #expect(compositor.requests("wl_pointer.set_cursor").first?.values[1] == .object(0))
        // A configure is no motion.
        compositor.send("xdg_surface.configure", .number(2))
        try client.run("a configure") { client.state.configureSerial == 2 }
        try client.run(milliseconds: 20)
        #expect(shapes(compositor) == [1])
        move(compositor, x: 301, y: 200)
        try client.run("the cursor") { shapes(compositor) == [1, 1] }
    }

    @Test func withoutCursorShapesTheThemeIsUsed() throws {
        let (compositor, client) = try make(without: ["wp_cursor_shape_manager_v1"])
        try enter(compositor, x: 300, y: 200)
        try client.run("a cursor") { !compositor.requests("wl_pointer.set_cursor").isEmpty }
        let request = try #require(compositor.requests("wl_pointer.set_cursor").first)
        #expect(request.values[1] != .object(0))
        let commits = compositor.requests("wl_surface.commit").filter {
            .object($0.object) == request.values[1]
        }
        #expect(commits.count == 1)
    }
}
