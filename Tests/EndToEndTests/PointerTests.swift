import Foundation
import TestSupport
import Testing

/// What the mouse does to the window, through sway.
@Suite(.serialized) struct PointerTests {
    private func start() throws -> (viewfinder: Viewfinder, mouse: VirtualPointer, window: PixelRectangle) {
        // There before the program, which would miss what a mouse does before it is asked for.
        let sway = try HeadlessSway()
        let mouse = try VirtualPointer(sway)
        let viewfinder = try Viewfinder(cards: "640x360@30:NV12", in: sway)
        let window = try viewfinder.window.content
        try viewfinder.expect(CardView(window: (window.width, window.height)), "the picture to be moved")
        return (viewfinder, mouse, window)
    }

    /// Presses the button and moves as a hand does, which goes on when the window follows: the program asks for that somewhere on the way.
    private func drag(
        _ mouse: VirtualPointer, from start: (x: Int, y: Int), to end: (x: Int, y: Int),
        windowOf viewfinder: Viewfinder
    ) throws {
        try mouse.move(toX: start.x, y: start.y)
        try mouse.press()
        let before = try viewfinder.window.content
        var part = 4
        try eventually("a window that follows", found: { viewfinder.program.log }) {
            part = 10 - part
            try mouse.move(
                toX: start.x + (end.x - start.x) * part / 40, y: start.y + (end.y - start.y) * part / 40)
            return try viewfinder.window.content != before
        }
        try drag(mouse, from: start, to: end)
    }

    private func drag(_ mouse: VirtualPointer, from start: (x: Int, y: Int), to end: (x: Int, y: Int)) throws
    {
        for step in 0...40 {
            try mouse.move(
                toX: start.x + (end.x - start.x) * step / 40, y: start.y + (end.y - start.y) * step / 40)
            usleep(10_000)
        }
    }

    @Test func aDragOnThePictureMovesTheWindow() throws {
        let (viewfinder, mouse, window) = try start()
        let (x, y) = (window.x + window.width / 2, window.y + window.height / 2)
        try drag(mouse, from: (x, y), to: (x - 120, y - 80), windowOf: viewfinder)
        try viewfinder.sway.window(of: viewfinder.program, "the window at its new place") {
            $0.content.x <= window.x - 60 && $0.content.y <= window.y - 40
        }
        try mouse.release()
        try mouse.move(toX: 2, y: 2)
        #expect(try viewfinder.window.content.width == window.width)
        try viewfinder.expect(CardView(window: (window.width, window.height)))
    }

    @Test func aDragOnTheCornerResizesTheWindowDownToItsMinimum() throws {
        let (viewfinder, mouse, window) = try start()
        let corner = (x: window.x + window.width - 3, y: window.y + window.height - 3)
        try drag(mouse, from: corner, to: (corner.x - 100, corner.y - 60), windowOf: viewfinder)
        let smaller = try viewfinder.sway.window(of: viewfinder.program, "a smaller window") {
            (-110 ... -60).contains($0.content.width - window.width)
                && (-70 ... -30).contains($0.content.height - window.height)
        }
        #expect(smaller.content.x == window.x && smaller.content.y == window.y)
        try drag(mouse, from: (corner.x - 100, corner.y - 60), to: (window.x + 5, window.y + 5))
        try viewfinder.sway.window(of: viewfinder.program, "the minimum size") {
            $0.content.width == 160 && $0.content.height == 120
        }
        try mouse.release()
        try mouse.move(toX: 2, y: 2)
        try viewfinder.expect(CardView(window: (160, 120)))
    }

    @Test func theWheelEnlargesAroundThePointerAndADragMovesTheDetail() throws {
        let (viewfinder, mouse, window) = try start()
        let (x, y) = (window.x + window.width / 2, window.y + window.height / 2)
        try mouse.move(toX: x - 1, y: y)
        try mouse.move(toX: x, y: y)
        try mouse.scroll(down: -4)
        var view = CardView(window: (window.width, window.height))
        view.detail = (0.25, 0.25, 0.5)
        try mouse.move(toX: 2, y: 2)
        try viewfinder.expect(view, "twice as large")
        try mouse.move(toX: x, y: y)
        try mouse.press()
        try drag(mouse, from: (x, y), to: (x - window.width / 10, y))
        try mouse.release()
        try mouse.move(toX: 2, y: 2)
        view.detail = (0.3, 0.25, 0.5)
        try viewfinder.expect(view, "the detail that was dragged to")
        #expect(try viewfinder.window.content == window)
        // A double click brings all of it back, and is not the one for full screen.
        try mouse.move(toX: x, y: y)
        try mouse.click()
        try mouse.click()
        try mouse.move(toX: 2, y: 2)
        view.detail = (0, 0, 1)
        try viewfinder.expect(view, "the whole picture")
        #expect(try !viewfinder.window.isFullscreen)
    }

    @Test func whatIsUnderThePointerStaysThereForPixelsThatAreNotSquare() throws {
        // A white line down a grey picture whose pixels are twice as high as wide.
        let path = NSTemporaryDirectory() + "line-\(UUID().uuidString).y4m"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (width, height) = (640, 360)
        var row = [UInt8](repeating: 60, count: width)
        for column in 476..<484 { row[column] = 235 }
        let picture = Data("FRAME\n".utf8) + Data([[UInt8]](repeating: row, count: height).joined())
        var movie = Data("YUV4MPEG2 W\(width) H\(height) F10:1 Ip A1:2 Cmono\n".utf8)
        for _ in 0..<10 { movie += picture }
        try movie.write(to: URL(filePath: path))
        let sway = try HeadlessSway()
        let mouse = try VirtualPointer(sway)
        let viewfinder = try Viewfinder(["--source", "y4m:\(path)"], in: sway)
        try viewfinder.sway.resize(viewfinder.program, width: 1000, height: 600)
        /// The line's middle and width, in pixels of the window; nil without a line.
        func line() throws -> (middle: Double, width: Int)? {
            let image = try viewfinder.screenshot()
            let bright = (0..<image.width).filter { image.pixels[3 * (300 * image.width + $0)] > 150 }
            guard image.width == 1000, let first = bright.first, let last = bright.last else { return nil }
            return (Double(first + last + 1) / 2, last - first + 1)
        }
        // Fit makes it 533 wide and 600 high.
        let place = 233 + 533 * 480.0 / 640
        try eventually("the line", found: { "\(String(describing: try? line()))" }) {
            try line().map { abs($0.middle - place) < 3 && $0.width < 10 } ?? false
        }
        let window = try viewfinder.window.content
        let point = (x: window.x + Int(place), y: window.y + 200)
        try mouse.move(toX: point.x - 1, y: point.y)
        try mouse.move(toX: point.x, y: point.y)
        try mouse.scroll(down: -8)
        try mouse.move(toX: 2, y: 2)
        try eventually("a wider line, where it was", found: { "\(String(describing: try? line()))" }) {
            try line().map { abs($0.middle - place) < 4 && $0.width > 20 } ?? false
        }
    }

    @Test func aDoubleClickTogglesFullScreen() throws {
        let (viewfinder, mouse, window) = try start()
        try mouse.move(toX: window.x + 100, y: window.y + 100)
        for isFullscreen in [true, false] {
            try mouse.click()
            try mouse.click()
            try viewfinder.sway.window(of: viewfinder.program, "full screen: \(isFullscreen)") {
                $0.isFullscreen == isFullscreen
            }
            // Two clicks more must not be the third and fourth of the same.
            usleep(700_000)
        }
        try mouse.move(toX: 2, y: 2)
        try viewfinder.expect(CardView(window: (window.width, window.height)))
    }

    @Test func theCursorHidesInFullScreenAndComesBackWithMotion() throws {
        let (viewfinder, mouse, _) = try start()
        try viewfinder.sway.type("f")
        try viewfinder.expect(CardView(window: (1280, 720)), "full screen")
        // Over the white bar, where a dark-edged arrow shows in a screenshot as sway draws it into the picture.
        let bar = PixelRectangle(x: 40, y: 40, width: 60, height: 60)
        let isPlain = { () throws -> Bool in
            let part = try viewfinder.screenshot().cropped(to: bar)
            return Set(stride(from: 0, to: part.pixels.count, by: 3).map { part.pixels[$0] }).count == 1
        }
        for what in ["a cursor", "the cursor again"] {
            var place = 60
            try eventually(what) {
                place = 130 - place
                try mouse.move(toX: place, y: place)
                return try !isPlain()
            }
            try eventually("no cursor") { try isPlain() }
        }
    }
}
