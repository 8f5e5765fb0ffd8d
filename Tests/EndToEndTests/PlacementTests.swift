import TestSupport
import Testing

@Suite(.serialized) struct PlacementTests {
    private static let sizes = [(640, 360), (500, 500), (301, 477), (1201, 211), (160, 120)]

    @Test func everySizeAndModeIsExactInSway() throws {
        let viewfinder = try Viewfinder(cards: "640x360@30:NV12")
        for mode in CardView.Mode.allCases {
            for (width, height) in Self.sizes {
                try viewfinder.sway.resize(viewfinder.program, width: width, height: height)
                try viewfinder.expect(CardView(window: (width, height), mode: mode), "sway")
            }
            try viewfinder.sway.type("m")
        }
        // The fourth mode is the first again.
        try viewfinder.sway.resize(viewfinder.program, width: 500, height: 500)
        try viewfinder.expect(CardView(window: (500, 500), mode: .fit), "sway again")
    }

    @Test(arguments: sizes.dropLast())
    func everySizeAndModeIsExactInWeston(_ width: Int, _ height: Int) throws {
        let weston = try HeadlessWeston(width: width, height: height)
        let program = try Program(
            Repository.program, ["--source", "test:640x360@30:NV12"], environment: weston.environment)
        for mode in CardView.Mode.allCases {
            try Viewfinder.expect(
                CardView(window: (width, height), mode: mode), "weston", of: program, within: 30
            ) { try weston.screenshot() }
            try weston.type("m")
        }
        try weston.type("q")
        #expect(try program.wait(within: 10).status == .exited(0))
    }

    @Test(arguments: ["NV12", "YUYV", "UYVY", "I420", "MJPG", "BGRX", "RGB24"])
    func everyFormatHasTheSameColors(_ format: String) throws {
        let viewfinder = try Viewfinder(cards: "640x360@30:\(format)")
        try viewfinder.sway.resize(viewfinder.program, width: 700, height: 300)
        try viewfinder.expect(CardView(window: (700, 300)), format)
    }

    @Test func optionsPlaceThePictureFromTheStart() throws {
        let viewfinder = try Viewfinder(
            cards: "640x360@30:NV12", options: ["--fill", "stretch", "--mirror", "--rotate", "270"])
        try viewfinder.sway.resize(viewfinder.program, width: 450, height: 400)
        try viewfinder.expect(
            CardView(window: (450, 400), mode: .stretch, quarterTurns: 3, isMirrored: true), "options")
    }

    @Test func twoHundredRapidResizesEndInTheRightPicture() throws {
        let viewfinder = try Viewfinder(cards: "640x360@30:NV12")
        for step in 0..<200 {
            let width = 200 + step * 37 % 900
            let height = 150 + step * 53 % 500
            try viewfinder.sway.command(
                "[pid=\(viewfinder.program.identifier)] resize set \(width) px \(height) px")
        }
        try viewfinder.sway.resize(viewfinder.program, width: 611, height: 399)
        try viewfinder.expect(CardView(window: (611, 399)), "after 200 sizes")
        try viewfinder.frame(after: nil, CardView(window: (611, 399)))
        try viewfinder.sway.type("q")
        #expect(try viewfinder.waitForCleanEnd())
    }
}
