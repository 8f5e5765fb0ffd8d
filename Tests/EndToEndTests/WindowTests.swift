import TestSupport
import Testing

@Suite(.serialized) struct WindowTests {
    private static let card = "640x360@30:NV12"

    @Test func appearsWithItsNameAndTheCamerasShape() throws {
        let viewfinder = try Viewfinder(cards: Self.card)
        let window = try viewfinder.window
        #expect(window.application == Viewfinder.application)
        #expect(window.title.hasSuffix(" – Viewfinder"))
        #expect(window.isFocused)
        #expect(window.content.width * 9 == window.content.height * 16)
        try viewfinder.waitForTitle("the camera's name") { $0 == "Test card – Viewfinder" }
        try viewfinder.expect(CardView(window: (window.content.width, window.content.height)))
    }

    @Test(arguments: [["q"], ["-M", "ctrl", "w", "-m", "ctrl"], ["-k", "Escape"]])
    func aKeyEndsIt(_ keys: [String]) throws {
        let viewfinder = try Viewfinder(cards: Self.card)
        try viewfinder.sway.type(keys)
        #expect(try viewfinder.waitForCleanEnd())
    }

    @Test func theCompositorsCloseEndsItAtOnce() throws {
        let viewfinder = try Viewfinder(cards: Self.card)
        try viewfinder.sway.command("[pid=\(viewfinder.program.identifier)] kill")
        #expect(try viewfinder.waitForCleanEnd())
    }

    @Test func theCompositorsDeathEndsItWithASentence() throws {
        let viewfinder = try Viewfinder(cards: Self.card)
        Standstill.beforeEnd(of: viewfinder.sway.identifier)
        _ = try Program.run("kill", ["-KILL", "\(viewfinder.sway.identifier)"])
        let end = try viewfinder.program.wait(within: 10)
        #expect(end.status == .exited(1))
        #expect(viewfinder.program.errors.contains("compositor"), "\(viewfinder.program.log)")
    }

    @Test func signalsEndItCleanly() throws {
        let viewfinder = try Viewfinder(cards: Self.card)
        viewfinder.program.signal(15)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0))
    }

    @Test func fullScreenFillsTheOutputAndEscapeLeavesIt() throws {
        let viewfinder = try Viewfinder(cards: Self.card)
        let before = try viewfinder.window.content
        for keys in [["f"], ["-k", "F11"]] {
            try viewfinder.sway.type(keys)
            try viewfinder.sway.window(of: viewfinder.program, "full screen") {
                $0.isFullscreen && $0.content.width == 1280 && $0.content.height == 720
            }
            try viewfinder.expect(CardView(window: (1280, 720)), "full screen")
            try viewfinder.sway.type("-k", "Escape")
            try viewfinder.sway.window(of: viewfinder.program, "the window again") {
                !$0.isFullscreen && $0.content == before
            }
            try viewfinder.expect(CardView(window: (before.width, before.height)), "the window again")
        }
    }

    @Test func startsInFullScreenWhenAsked() throws {
        let viewfinder = try Viewfinder(cards: Self.card, options: ["--fullscreen"])
        try viewfinder.sway.window(of: viewfinder.program, "full screen") { $0.isFullscreen }
        try viewfinder.expect(CardView(window: (1280, 720)))
    }

    @Test func fractionalScaleIsPixelExactOrAtLeastWhole() throws {
        let sway = try HeadlessSway(width: 1280, height: 800, scale: 1.25)
        let viewfinder = try Viewfinder(cards: Self.card, in: sway)
        // 480x320 logical pixels are 600x400 real ones, and in the middle of the output they begin at a whole one.
        try sway.resize(viewfinder.program, width: 480, height: 320)
        let view = CardView(window: (600, 400))
        if try sway.globals().contains("wp_fractional_scale_manager_v1") {
            try viewfinder.expect(view)
        } else {
            // Without the protocol the window draws at twice the size and sway shrinks it: only the colors are exact.
            try eventually("colors") {
                let image = try viewfinder.screenshot()
                return image.width == 600 && image[60, 120].distance(to: Color(191, 191, 191)) <= 2
            }
        }
    }
}
