import Foundation
import TestSupport
import Testing

/// The program under test on a desktop of its own, with everything over the picture.
final class DesktopRun {
    /// A place of the pointer on the output.
    typealias Hand = (x: Int, y: Int)

    /// The height of the program's own header.
    static let header = 40

    let desktop: any HeadlessDesktop
    let program: Program
    let keys: ElementKeys
    private let name: String
    /// The home of the program, in which it saves.
    private let home = NSTemporaryDirectory() + "desktop-\(UUID().uuidString)"

    /// Starts the program with a test card, which moves: a desktop that stands still gives no pictures.
    ///
    /// - Parameters:
    ///   - desktop: The desktop.
    ///   - name: Its name, for pictures.
    ///   - rate: The card's rate in Hz.
    /// - Throws: The reason why the program did not start.
    init(_ desktop: any HeadlessDesktop, _ name: String, rate: Int = 10) throws {
        self.desktop = desktop
        self.name = name
        let program = try Program(
            Repository.program, ["--source", "test:960x540@\(rate):NV12", "-vv", "--stats", "-"],
            environment: desktop.environment.merging(["HOME": home]) { $1 })
        self.program = program
        keys = ElementKeys(program: program) { try desktop.tap($0) }
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// The card in a window of its own size, or of another.
    static func card(_ width: Int = 960, _ height: Int = 540, isMirrored: Bool = false) -> CardView {
        var view = CardView(card: (960, 540), window: (width, height))
        view.isMirrored = isMirrored
        return view
    }

    /// Waits until the card looks as it must, wherever its window is.
    ///
    /// - Parameters:
    ///   - view: The window's content.
    ///   - what: The state in words, for the error and for pictures.
    ///   - place: The window's place on the output; nil for any.
    ///   - hand: The place on the output around which the pointer moves meanwhile; nil where it rests.
    ///   - condition: Something more that must hold for a picture of the window.
    /// - Throws: ``WaitedInVain`` at the limit; the last picture is among the artifacts then.
    /// - Returns: The window on the output.
    @discardableResult
    func window(
        _ view: CardView, _ what: String, at place: PixelRectangle? = nil, moving hand: Hand? = nil,
        where condition: (Image) -> Bool = { _ in true }
    ) throws -> PixelRectangle {
        var window: PixelRectangle?
        try screen(what, moving: hand) { image in
            guard let found = view.place(in: image), found == place ?? found else { return false }
            let part = image.cropped(to: found)
            guard view.mismatch(in: part) == nil, condition(part) else { return false }
            window = found
            return true
        }
        return try #require(window)
    }

    /// Waits until the whole output looks as it must; see ``window(_:_:moving:where:)``.
    func screen(_ what: String, moving hand: Hand? = nil, where condition: (Image) -> Bool) throws {
        var last: Image?
        var step = 0
        do {
            try eventually(what, within: 30, found: { "\(self.program.log)\n\(self.desktop.log)" }) {
                guard program.isRunning else {
                    throw WaitedInVain("it ended instead of: \(what)\n\(program.log)\n\(desktop.log)")
                }
                if let hand {
                    // Where the header has gone from below the pointer, a trembling hand does not bring it back.
                    try desktop.move(toX: hand.x + step % 2 * 16, y: hand.y)
                    step += 1
                }
                let image = try desktop.screenshot()
                last = image
                return condition(image)
            }
        } catch {
            try last?.write(png: "\(Repository.artifacts)/\(picture(what))")
            throw error
        }
        // For those who want to look at it.
        if let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] {
            try last?.write(png: "\(folder)/\(picture(what))")
        }
    }

    private func picture(_ what: String) -> String {
        "\(name)-\(what.replacingOccurrences(of: " ", with: "-")).png"
    }

    /// Waits for the end that a user's wish brings, after pictures that all came to the screen or were replaced.
    func expectCleanEnd() throws {
        #expect(try program.wait(within: 30).status == .exited(0), "\(program.log)")
        let last = try #require(Statistics.reports(in: program.output).last)
        #expect(last.final && last.shown > 0 && last.lost.values.allSatisfy { $0 == 0 }, "\(program.log)")
        #expect(!program.errors.contains("viewfinder: error"), "\(program.log)")
    }

    /// Tells whether the bar is shown: in the middle of the card's lowest part, which is black.
    static func hasBar(_ window: Image) -> Bool { isBright(window, lowestMiddle(of: window)) }

    /// Tells whether nothing of the bar is left, not even while it fades.
    static func hasNoBar(_ window: Image) -> Bool {
        window.cropped(to: lowestMiddle(of: window)).pixels.allSatisfy { $0 <= 2 }
    }

    private static func lowestMiddle(of window: Image) -> PixelRectangle {
        PixelRectangle(x: window.width * 2 / 5, y: window.height - 60, width: window.width / 5, height: 44)
    }

    /// Tells whether the program's own header is shown: over the first bar of the card, which is grey, a dark scrim and the camera's name
    /// in white; at the other end, over black, the button that closes.
    static func hasHeader(_ window: Image) -> Bool {
        let (name, close) = (
            PixelRectangle(x: 8, y: 8, width: 100, height: 24),
            PixelRectangle(x: window.width - 36, y: 8, width: 28, height: 24)
        )
        return window[4, 4].red < 120 && isBright(window, name) && isBright(window, close)
    }

    private static func isBright(_ image: Image, _ part: PixelRectangle) -> Bool {
        image.cropped(to: part).pixels.contains { $0 > 230 }
    }

    /// What keys do on any desktop: pictures mirror and fill the screen, a panel opens and closes, and the program ends.
    func expectKeysWork() throws {
        let window = try window(Self.card(), "the card")
        try desktop.tap("h")
        try self.window(Self.card(isMirrored: true), "mirrored by a key")
        try desktop.tap("h")
        try self.window(Self.card(), "mirrored back by a key")
        try desktop.tap("f")
        // The pointer rests in the corner, where the header comes.
        var full = Self.card(desktop.width, desktop.height)
        full.coveredRows = Self.header
        try screen("full screen by a key") { full.mismatch(in: $0) == nil }
        try desktop.tap("f")
        #expect(try self.window(Self.card(), "the window again") == window)
        try keys.openPanel("keys")
        // At the side, over the last two bars of the card, which are darker than that.
        let side = PixelRectangle(x: window.x + window.width - 240, y: window.y + 60, width: 200, height: 200)
        try screen("a panel by keys") { Self.isBright($0, side) }
        try desktop.tap("Escape")
        try keys.waitForPanel("closed")
        #expect(program.isRunning)
        try desktop.tap("q")
        try expectCleanEnd()
    }

    /// The last picture is dragged from the bar on any desktop: the compositor takes it, and over the program's own picture it is let go of.
    func expectTheLastPictureIsDragged() throws {
        let window = try window(Self.card(), "the card")
        try desktop.tap("p")
        try eventually("the picture", within: 20, found: { self.program.log }) {
            program.errors.contains("saved viewfinder-")
        }
        let picture = try OverlayPlaces(window, hasLastFile: true).button("last-file")
        // What comes with the pointer is there before the press.
        for place in [picture.x - 1, picture.x] {
            try desktop.move(toX: place, y: picture.y)
            usleep(500_000)
        }
        try desktop.drag(from: picture, to: (window.x + 480, window.y + 200))
        try eventually("the drag's end", found: { "\(self.program.log)\n\(self.desktop.log)" }) {
            program.errors.contains("a drag of files has begun")
                && program.errors.contains("the drag has ended nowhere")
        }
        try desktop.tap("q")
        try expectCleanEnd()
    }

    /// What the pointer does on any desktop, with the window's top as it must be meanwhile: the bar comes with it, a button mirrors, and the
    /// bar goes.
    ///
    /// - Parameters:
    ///   - covered: The rows at the top that the program's own header covers while the bar is shown.
    ///   - isTop: True where the window's top is as it must be while the bar is shown.
    /// - Throws: ``WaitedInVain`` for what does not come.
    func expectTheBarComesAndGoes(covered: Int, where isTop: (Image) -> Bool) throws {
        let window = try window(Self.card(), "the card alone") { Self.hasNoBar($0) }
        let middle = (x: window.x + 480, y: window.y + 250)
        var view = Self.card()
        view.coveredRows = covered
        try self.window(view, "the bar with the pointer", moving: middle) { Self.hasBar($0) && isTop($0) }
        let mirror = try OverlayPlaces(window).button("mirror")
        try desktop.move(toX: mirror.x, y: mirror.y)
        try desktop.click()
        try desktop.move(toX: middle.x, y: middle.y)
        try self.window(Self.card(isMirrored: true), "mirrored by its button and alone") { Self.hasNoBar($0) }
    }
}

extension CardView {
    /// Finds the window in a picture of a whole output by its first bar, which is grey; the card is not turned.
    func place(in output: Image) -> PixelRectangle? {
        let (grey, part) = (Color(191, 191, 191), rectangle)
        let (side, step) = (part.width / 16, 16)
        func isGrey(_ x: Int, _ y: Int) -> Bool {
            x >= 0 && x < output.width && y < output.height && output[x, y].distance(to: grey) <= 2
        }
        for y in 0..<output.height {
            for start in stride(from: 0, to: output.width, by: step) where isGrey(start, y) {
                var x = start
                while isGrey(x - 1, y) { x -= 1 }
                guard isGrey(x + side, y), isGrey(x, y + side), isGrey(x + side, y + side) else { continue }
                let place = PixelRectangle(
                    x: x - part.x - (isMirrored ? part.width * 7 / 8 : 0), y: y - part.y - coveredRows,
                    width: window.width, height: window.height)
                let isInside =
                    place.x >= 0 && place.y >= 0 && place.x + place.width <= output.width
                    && place.y + place.height <= output.height
                return isInside ? place : nil
            }
        }
        return nil
    }
}
