import Foundation
import TestSupport
import Testing

/// Each key on the keyboard of a real compositor, seen in the window's picture or title.
@Suite(.serialized) struct KeyTests {
    private static let size = (width: 600, height: 480)

    private func start(_ cards: [String]) throws -> Viewfinder {
        let viewfinder = try Viewfinder(cards.flatMap { ["--source", "test:\($0)"] })
        try viewfinder.sway.resize(viewfinder.program, width: Self.size.width, height: Self.size.height)
        return viewfinder
    }

    private func view(_ width: Int, _ height: Int) -> CardView {
        CardView(card: (width, height), window: Self.size)
    }

    @Test func cAndDigitsSwitchTheSource() throws {
        // Told apart by their shapes.
        let viewfinder = try start(["640x360@30:NV12", "400x400@30:YUYV", "300x450@30:BGRX"])
        let views = [view(640, 360), view(400, 400), view(300, 450)]
        try viewfinder.expect(views[0], "first")
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        for (keys, number) in [
            ("c", 1), ("c", 2), ("c", 0), ("1", 0), ("3", 2), ("2", 1),
        ] {
            try viewfinder.sway.type(keys)
            try viewfinder.expect(views[number], "source \(number + 1) after \(keys)")
        }
        for number in [0, 2] {
            try keyboard.tap("c", .shift)
            try viewfinder.expect(views[number], "source \(number + 1) after Shift+c")
        }
        try keyboard.tap("2")
        try viewfinder.expect(views[1], "source 2")
        // There is no ninth.
        try viewfinder.sway.type("9")
        try viewfinder.sway.type("m")
        var stretched = views[1]
        stretched.mode = .fill
        try viewfinder.expect(stretched, "still source 2")
    }

    @Test func theOldPictureStaysWhenTheNewSourceCannotStart() throws {
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12", "--source", "raw:/nowhere/at-all.raw:64x64@30:NV12"])
        try viewfinder.sway.resize(viewfinder.program, width: Self.size.width, height: Self.size.height)
        try viewfinder.expect(view(640, 360), "before")
        try viewfinder.sway.type("c")
        try viewfinder.waitForTitle("the reason in the title") { $0.contains("at-all.raw") }
        try viewfinder.expect(view(640, 360), "after")
        let number = try viewfinder.frame(after: nil, view(640, 360))
        try viewfinder.frame(after: number, view(640, 360))
    }

    @Test func hMirrorsAndRRotates() throws {
        let viewfinder = try start(["640x360@30:NV12"])
        var view = view(640, 360)
        try viewfinder.sway.type("h")
        view.isMirrored = true
        try viewfinder.expect(view, "mirrored")
        for quarterTurns in [1, 2, 3, 0] {
            try viewfinder.sway.type("r")
            view.quarterTurns = quarterTurns
            try viewfinder.expect(view, "mirrored and turned \(quarterTurns)")
        }
        try viewfinder.sway.type("h")
        view.isMirrored = false
        try viewfinder.expect(view, "as before")
    }

    @Test func zEnlargesThePictureOfASourceWithoutAZoomAndArrowsMoveIt() throws {
        let viewfinder = try start(["640x360@30:NV12"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        var view = view(640, 360)
        // Four presses make twice of it.
        for _ in 0..<4 { try keyboard.tap("z") }
        view.detail = (0.25, 0.25, 0.5)
        try viewfinder.expect(view, "enlarged")
        for _ in 0..<2 { try viewfinder.sway.type("-k", "Right") }
        try viewfinder.sway.type("-k", "Up")
        view.detail = (0.35, 0.2, 0.5)
        try viewfinder.expect(view, "moved")
        for _ in 0..<10 { try viewfinder.sway.type("-k", "Right") }
        view.detail = (0.5, 0.2, 0.5)
        try viewfinder.expect(view, "at the edge")
        for _ in 0..<4 { try keyboard.tap("z", .shift) }
        view.detail = (0, 0, 1)
        try viewfinder.expect(view, "whole again")
        try keyboard.tap("z")
        try keyboard.tap("d")
        try viewfinder.expect(view, "whole at once")
        try keyboard.tap("x")
        try viewfinder.waitForTitle("the reason") { $0.contains("There is no camera to adjust") }
    }

    @Test func spaceFreezesAndLetsGoOn() throws {
        let viewfinder = try start(["640x360@60:NV12"])
        let view = view(640, 360)
        try viewfinder.sway.type("-k", "space")
        try viewfinder.waitForTitle("frozen") { $0.contains("frozen") }
        let frozen = try viewfinder.frame(after: nil, view)
        usleep(300_000)
        #expect(view.frameNumber(in: try viewfinder.screenshot()) == frozen)
        // What is frozen still follows the window and the keys.
        try viewfinder.sway.resize(viewfinder.program, width: 450, height: 450)
        var small = CardView(window: (450, 450))
        try viewfinder.expect(small, "frozen at another size")
        #expect(small.frameNumber(in: try viewfinder.screenshot()) == frozen)
        try viewfinder.sway.type("m")
        small.mode = .fill
        try viewfinder.expect(small, "frozen in another mode")
        try viewfinder.sway.type("mm")
        small.mode = .fit
        try viewfinder.expect(small, "frozen in the first mode")
        try viewfinder.sway.type("-k", "space")
        try viewfinder.frame(after: frozen, small)
        try viewfinder.waitForTitle("live") { !$0.contains("frozen") }
    }

    @Test func iTellsAboutThePictureInTheTitle() throws {
        let viewfinder = try start(["640x360@30:NV12"])
        try viewfinder.sway.type("i")
        try viewfinder.waitForTitle("format, size, rate and latency") { title in
            ["Test card", "NV12", "640×360", "fps", " ms"].allSatisfy(title.contains)
        }
        try viewfinder.sway.type("i")
        try viewfinder.waitForTitle("the plain title") { $0 == "Test card – Viewfinder" }
    }

    @Test(arguments: [["?"], ["-k", "F1"]])
    func theKeysArePrintedToTheTerminal(_ keys: [String]) throws {
        let viewfinder = try start(["640x360@30:NV12"])
        let table = try Program.run(Repository.program, ["keys"]).program.output
        #expect(table.contains("Shift+c"))
        try viewfinder.sway.type(keys)
        try eventually("the keys", found: { viewfinder.program.log }) {
            viewfinder.program.output.contains(table) || viewfinder.program.errors.contains(table)
        }
    }

    @Test func keysGoByTheirMeaningInEveryLayout() throws {
        let viewfinder = try start(["640x360@30:NV12", "400x400@30:NV12", "300x450@30:NV12"])
        let views = [view(640, 360), view(400, 400), view(300, 450)]
        // On a French keyboard digits need Shift, and q stands where an American a does.
        let keyboard = try VirtualKeyboard(viewfinder.sway, layout: "us,fr")
        try keyboard.tap("2")
        try viewfinder.expect(views[1], "2 on an American keyboard")
        try keyboard.tap("3", .shift, layout: 1)
        try viewfinder.expect(views[2], "Shift+3 on a French keyboard")
        try keyboard.tap("c", .shift)
        try viewfinder.expect(views[1], "Shift+c")
        try keyboard.tap("c", .shift, layout: 1)
        try viewfinder.expect(views[0], "Shift+c on a French keyboard")
        try keyboard.tap("a", layout: 1)
        #expect(try viewfinder.waitForCleanEnd())
    }

    @Test func aHeldKeyRepeatsAStepButNoSwitch() throws {
        let viewfinder = try start(["640x360@30:NV12"])
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        var view = view(640, 360)
        view.isMirrored = true
        try keyboard.hold("h")
        // sway's keyboards begin to repeat after 600 ms.
        usleep(1_000_000)
        try viewfinder.expect(view, "mirrored once")
        try keyboard.release("h")
        // Lying, the picture covers a place near the window's left edge; standing, it does not.
        let content = try viewfinder.window.content
        let place = PixelRectangle(x: content.x + 550, y: content.y + 150, width: 1, height: 1)
        var isStanding: [Bool] = []
        try keyboard.hold("r")
        try eventually("four turns by one press", found: { "\(isStanding)" }) {
            let now = try viewfinder.sway.screenshot(of: place)[0, 0] == .black
            if now != isStanding.last { isStanding.append(now) }
            return isStanding.count > 4
        }
        try keyboard.release("r")
    }
}
