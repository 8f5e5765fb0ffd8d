import TestSupport
import Testing

@testable import WaylandClient

/// Keys and pointer through a real compositor.
@Suite(.serialized) struct SwayInputTests {
    private static let configuration = [
        "for_window [app_id=.*] floating enable", "input * repeat_delay 150", "input * repeat_rate 50",
    ]

    private func keysym(_ name: String) throws -> Keysym { try #require(Keysym(name: name)) }

    @Test func keysComeWithTheirMeaningAndModifiers() throws {
        let sway = try HeadlessSway(configuration: Self.configuration)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let keys: [(arguments: [String], keysym: String, modifiers: Modifiers)] = [
            (["c"], "c", []), (["C"], "C", []), (["-k", "F11"], "F11", []), (["?"], "question", []),
            (["-M", "ctrl", "w", "-m", "ctrl"], "w", .control),
            (["-M", "alt", "-k", "space"], "space", .alt),
            (["-M", "logo", "-k", "Escape"], "Escape", .logo),
        ]
        for (arguments, name, modifiers) in keys {
            client.events = []
            try sway.type(arguments)
            try client.run("\(arguments)") { !client.keys.isEmpty }
            let press = KeyPress(keysym: try keysym(name), modifiers: modifiers)
            #expect(client.keys == [press])
        }
    }

    @Test func aKeyThatIsHeldRepeatsUntilItIsReleased() throws {
        let sway = try HeadlessSway(configuration: Self.configuration)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let typing = try Program(
            "wtype", ["-P", "c", "-s", "600", "-p", "c", "-s", "400"], environment: sway.environment)
        try client.run("repeats") { client.keys.count > 5 }
        #expect(client.keys.first?.isRepeat == false)
        #expect(client.keys.filter(\.isRepeat).count == client.keys.count - 1)
        try client.run(milliseconds: 700)
        let count = client.keys.count
        try client.run(milliseconds: 150)
        #expect(client.keys.count == count)
        _ = try typing.wait(within: 10)
    }

    @Test func losingTheFocusEndsTheRepeat() throws {
        let sway = try HeadlessSway(configuration: Self.configuration)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let typing = try Program("wtype", ["-P", "c", "-s", "3000"], environment: sway.environment)
        try client.run("repeats") { client.keys.count > 2 }
        try sway.command("workspace 2")
        try client.run(milliseconds: 100)
        let count = client.keys.count
        try client.run(milliseconds: 200)
        #expect(client.keys.count == count)
        typing.kill()
    }

    @Test(arguments: [false, true])
    func aKeyboardThatIsUnpluggedWithAHeldKeyComesBack(isOnly: Bool) throws {
        let sway = try HeadlessSway(configuration: Self.configuration)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        if isOnly { sway.unplugKeyboard() }
        for _ in 0..<3 {
            var keyboard: VirtualKeyboard? = try VirtualKeyboard(sway)
            // One key may be too early for a client that does not know the keyboard yet.
            try client.run(milliseconds: 200)
            client.events = []
            try keyboard?.hold("c")
            try client.run("repeats") { client.keys.filter(\.isRepeat).count > 2 }
            #expect(client.keys.count { !$0.isRepeat } == 1)
            keyboard = nil
            try client.run(milliseconds: 200)
            let count = client.keys.count
            try client.run(milliseconds: 300)
            #expect(client.keys.count == count)
        }
        #expect(client.loss == nil)
    }

    @Test func aDoubleClickTogglesFullScreen() throws {
        let sway = try HeadlessSway(configuration: Self.configuration)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let pointer = try VirtualPointer(sway)
        try pointer.move(toX: 640, y: 360)
        try client.run(milliseconds: 50)
        try pointer.click()
        try pointer.click()
        try client.run("full screen") { client.window.isFullscreen }
        try client.settle()
        try pointer.click()
        try client.run(milliseconds: 500)
        #expect(client.window.isFullscreen)
        try pointer.click()
        try client.run(milliseconds: 50)
        try pointer.click()
        try client.run("the window") { !client.window.isFullscreen }
    }

    @Test func aDragMovesTheWindow() throws {
        let sway = try HeadlessSway(configuration: Self.configuration)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let before = try #require(try sway.windows().first).content
        let pointer = try VirtualPointer(sway)
        // sway counts from where the pointer is when the client asks, after the first few pixels.
        try drag(pointer, client, through: [(640, 360), (645, 360), (680, 370), (700, 400)])
        try client.run("the window's new place") {
            try sway.windows().first?.content
                == PixelRectangle(
                    x: before.x + 55, y: before.y + 40, width: before.width, height: before.height)
        }
    }

    @Test func aDragOnACornerResizesTheWindow() throws {
        let sway = try HeadlessSway(configuration: Self.configuration)
        let client = try TestClient(display: sway.socketPath)
        try client.appear()
        let content = try #require(try sway.windows().first).content
        let corner = (content.x + content.width - 3, content.y + content.height - 3)
        let pointer = try VirtualPointer(sway)
        try drag(
            pointer, client, through: [corner, (corner.0 + 20, corner.1 + 5), (corner.0 + 50, corner.1 + 30)])
        try client.run("the window's new size") {
            try client.settle()
            return client.state.logicalSize == SurfaceSize(width: 690, height: 510)
        }
    }

    /// Presses at the first place, moves through the others, and lets go at the last.
    private func drag(
        _ pointer: VirtualPointer, _ client: TestClient, through places: [(x: Int, y: Int)]
    ) throws {
        for (number, place) in places.enumerated() {
            try pointer.move(toX: place.x, y: place.y)
            try client.settle()
            if number == 0 { try pointer.press() }
            try client.settle()
        }
        try pointer.release()
        try client.settle()
    }
}
