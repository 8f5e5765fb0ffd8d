import TestSupport
import Testing

/// The harness itself, with weston's own demo clients: what fails here is no fault of the program under test.
@Suite(.serialized) struct HarnessTests {
    /// Prints the events that it gets; line by line, since it would keep them back in a file.
    private func eventDemo(_ environment: [String: String?]) throws -> Program {
        try Requirement.programs("weston-eventdemo", "stdbuf")
        return try Program(
            "stdbuf",
            ["-oL", "weston-eventdemo", "--log-key", "--log-focus", "--log-motion", "--log-button"],
            environment: environment)
    }

    @Test(arguments: [
        "[3019.428]  -> wl_surface@3.attach(wl_buffer@41, 0, 0)",
        "[3019.428] {Default Queue}  -> wl_surface#3.attach(wl_buffer#41, 0, 0)",
        "[00:00:03.019428] {Default Queue}  -> wl_surface#3.attach(wl_buffer#41, 0, 0)",
    ])
    func libwaylandsRecordIsReadAsEachReleaseWritesIt(line: String) throws {
        let message = try #require(WireLog(line).messages.first)
        #expect(message.name == "wl_surface.attach" && message.object == "3" && message.arguments.count == 3)
        #expect(abs(message.time - 3019.428) < 0.001)
    }

    @Test func swayShowsAWindowAndTakesPictures() throws {
        let sway = try HeadlessSway(width: 900, height: 700)
        let demo = try eventDemo(sway.environment)
        let window = try sway.window(of: demo)
        #expect(window.application == "org.freedesktop.weston.eventdemo")
        #expect(window.isFocused && window.isVisible && window.isFloating)
        let picture = try sway.screenshot()
        #expect(picture.bounds == PixelRectangle(x: 0, y: 0, width: 900, height: 700))
        #expect(try sway.screenshot(of: demo).width == window.content.width)
    }

    @Test func everyKeyReachesTheFocusedClient() throws {
        let sway = try HeadlessSway()
        let demo = try eventDemo(sway.environment)
        try eventually("the focus", found: { demo.log }) { demo.output.contains("focus x") }
        for key in ["a", "b", "c"] { try sway.type(key) }
        try sway.type("-M", "ctrl", "w", "-m", "ctrl")
        let pressed = { demo.output.split(separator: "\n").filter { $0.contains("state: pressed") } }
        try eventually("four keys", found: { demo.log }) { pressed().count == 4 }
        #expect(pressed().map { $0.contains("modifiers: 0x4") } == [false, false, false, true])
    }

    @Test func theVirtualKeyboardHasALayoutAndModifiers() throws {
        let sway = try HeadlessSway()
        let demo = try eventDemo(sway.environment)
        let keyboard = try VirtualKeyboard(sway, layout: "us,fr")
        try eventually("the focus", found: { demo.log }) { demo.output.contains("focus x") }
        // a; Shift and the same key; the same key on a French keyboard.
        try keyboard.tap("a")
        try keyboard.tap("a", .shift)
        try keyboard.tap("a", layout: 1)
        let pressed = { demo.output.split(separator: "\n").filter { $0.contains("state: pressed") } }
        try eventually("three keys", found: { demo.log }) { pressed().count == 3 }
        for (line, letter) in zip(pressed(), ["a", "A", "q"]) {
            #expect(line.contains("unicode: \(Character(letter).asciiValue ?? 0),"))
        }
    }

    @Test func theVirtualMouseMovesAndClicks() throws {
        let sway = try HeadlessSway()
        let demo = try eventDemo(sway.environment)
        let content = try sway.window(of: demo).content
        let mouse = try VirtualPointer(sway)
        // Until the client has seen that there is a pointer.
        var places = 0
        try eventually("motion", found: { demo.log }) {
            places += 1
            try mouse.move(toX: content.x + content.width / 2 + places % 2, y: content.y + content.height / 2)
            return demo.output.contains("motion")
        }
        try mouse.click()
        try eventually("a click", found: { demo.log }) {
            demo.output.contains("button: 272, state: released")
        }
    }

    @Test func westonFillsItsOutputWithAWindowAndPassesKeysOn() throws {
        let weston = try HeadlessWeston(width: 640, height: 480)
        let demo = try eventDemo(weston.environment)
        try eventually("the focus", found: { demo.log }) { demo.output.contains("focus x") }
        try weston.type("m")
        try eventually("a key", found: { demo.log }) { demo.output.contains("unicode: 109, state: pressed") }
        #expect(try weston.screenshot().bounds == PixelRectangle(x: 0, y: 0, width: 640, height: 480))
    }

    @Test func aCompositorsEndIsItsClientsEndAndNothingStaysBehind() throws {
        let sway = try HeadlessSway()
        let demo = try eventDemo(sway.environment)
        _ = try sway.window(of: demo)
        let compositor = sway.identifier
        sway.stop()
        try demo.wait(within: 10)
        try eventually("the end of sway") { !isAlive(compositor) }
    }

    @Test func theEndOfAProgramTellsCodeSignalAndMemory() throws {
        let seven = try Program.run("sh", ["-c", "echo out; echo err >&2; exit 7"])
        #expect(seven.end.status == .exited(7))
        #expect(seven.program.output == "out\n" && seven.program.errors == "err\n")
        #expect(seven.end.peakMemory > 100_000)
        #expect(try Program.run("sh", ["-c", "kill -9 $$"]).end.status == .killed(9))
    }

    private func isAlive(_ process: Int32) -> Bool {
        (try? Program.run("kill", ["-0", "\(process)"]).end.status) == .exited(0)
    }
}
