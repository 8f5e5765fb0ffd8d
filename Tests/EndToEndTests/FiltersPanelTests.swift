import Foundation
import TestSupport
import Testing

/// The panel of filters, by keys and by the mouse.
@Suite(.serialized) struct FiltersPanelTests {
    private func start(_ settings: String? = nil) throws -> (Viewfinder, VirtualKeyboard) {
        let viewfinder = try Viewfinder(
            ["-vv", "--source", "test:640x360@30:NV12"],
            environment: settings.map { ["XDG_CONFIG_HOME": $0] } ?? [:], showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 960, height: 600)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        return (viewfinder, try VirtualKeyboard(viewfinder.sway))
    }

    private func keep(_ viewfinder: Viewfinder, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] else { return }
        usleep(700_000)
        try viewfinder.screenshot().write(png: "\(folder)/filters-\(name).png")
    }

    private func press(_ keyboard: VirtualKeyboard, _ keys: String...) throws {
        for key in keys { try keyboard.tap(key) }
    }

    @Test func aFilterIsFoundByTypingTakenSetAndTakenOutByKeys() throws {
        let (viewfinder, keyboard) = try start()
        try viewfinder.press("panel-filters", keyboard)
        try viewfinder.waitForPanel("filters")
        for letter in "sepia" { try keyboard.tap(String(letter)) }
        try keep(viewfinder, "search")
        try press(keyboard, "Return")
        try viewfinder.waitForTitle("sepia") { $0.contains("sepia-tone-filter") }
        // Its row unfolds; behind it are its button and its slider.
        try press(keyboard, "Tab", "Return", "Tab", "Tab", "Home")
        try viewfinder.waitForTitle("a slider at its beginning") {
            $0.contains("sepia-tone-filter:intensity=0)")
        }
        try keep(viewfinder, "unfolded")
        // The number can be typed.
        try press(keyboard, "Return", "0", "period", "2", "5", "Return")
        try viewfinder.waitForTitle("the number") { $0.contains("sepia-tone-filter:intensity=0.25)") }
        try keyboard.tap("Tab", .shift)
        try press(keyboard, "Return")
        try viewfinder.waitForTitle("no filter") { $0 == "Test card – Viewfinder" }
        // The panel goes before the program would, and letters are keys again.
        try press(keyboard, "Escape", "space")
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
    }

    @Test func theOrderIsChangedByKeysAndByTheMouseAndIsThereAgain() throws {
        let folder = NSTemporaryDirectory() + "filters-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (viewfinder, keyboard) = try start(folder)
        let mouse = try VirtualPointer(viewfinder.sway)
        let window = try viewfinder.window.content
        // By the mouse, the bar's button.
        let button = try viewfinder.focus("panel-filters", keyboard)
        try mouse.move(toX: window.x + 300, y: window.y + 300)
        usleep(300_000)
        try mouse.move(toX: window.x + button.x, y: window.y + button.y)
        usleep(300_000)
        try mouse.click()
        try viewfinder.waitForPanel("filters")
        usleep(700_000)
        // The field below the title.
        try mouse.move(toX: window.x + 800, y: window.y + 76)
        usleep(300_000)
        try mouse.click()
        for letter in "sepia" { try keyboard.tap(String(letter)) }
        usleep(500_000)
        // What was found stands below the heading of its group.
        try mouse.move(toX: window.x + 760, y: window.y + 157)
        usleep(300_000)
        try mouse.click()
        try viewfinder.waitForTitle("sepia") { $0.contains("(sepia-tone-filter:intensity=1)") }
        try mouse.move(toX: window.x + 800, y: window.y + 76)
        usleep(300_000)
        try mouse.click()
        for _ in 0..<5 { try keyboard.tap("BackSpace") }
        for letter in "luminance" { try keyboard.tap(String(letter)) }
        try keyboard.tap("Return")
        try viewfinder.waitForTitle("both") { $0.contains("(sepia-tone-filter + luminance") }
        try keep(viewfinder, "chain")
        // The second row is drawn above the first one.
        try mouse.move(toX: window.x + 740, y: window.y + 201)
        usleep(300_000)
        try mouse.press()
        for step in 1...12 {
            try mouse.move(toX: window.x + 740, y: window.y + 201 - step * 5)
            usleep(20_000)
        }
        try keep(viewfinder, "drag")
        try mouse.release()
        try viewfinder.waitForTitle("the other order") { $0.contains("(luminance + sepia-tone-filter") }
        // By key: from the field to the first row, which goes down again.
        try mouse.move(toX: window.x + 800, y: window.y + 76)
        usleep(300_000)
        try mouse.click()
        try keyboard.tap("Tab")
        try keyboard.tap("Down", .control)
        var title = ""
        try viewfinder.waitForTitle("the first order") {
            title = $0
            return $0.contains("(sepia-tone-filter + luminance")
        }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
        let again = try Viewfinder(
            ["--source", "test:640x360@30:NV12"], in: viewfinder.sway,
            environment: ["XDG_CONFIG_HOME": folder])
        try again.waitForTitle("the same filters") { $0 == title }
    }
}
