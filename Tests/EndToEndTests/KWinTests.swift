import TestSupport
import Testing

/// The program on the compositor of KDE's Plasma, which draws title bars.
@Suite(.serialized) struct KWinTests {
    private func start() throws -> DesktopRun { try DesktopRun(HeadlessKWin(), "kwin") }

    @Test func theBarComesWithThePointerAndNoHeader() throws {
        // All of the card is looked at, also where a header would be.
        try start().expectTheBarComesAndGoes(covered: 0) { _ in true }
    }

    @Test func theTitleBarMaximizesAndClosesTheWindow() throws {
        let run = try start()
        let (width, height) = (run.desktop.width, run.desktop.height)
        let window = try run.window(DesktopRun.card(), "the window with its title bar")
        let title = PixelRectangle(x: window.x + 200, y: window.y - 12, width: 560, height: 1)
        try run.screen("the title bar") { $0.color(of: title).green > 150 }
        try run.desktop.move(toX: window.x + 200, y: window.y - 12)
        try run.desktop.click()
        try run.desktop.click()
        // The window has the whole width, and the height below the title bar: above the middle of the fifth bar, which is magenta.
        var top = 0
        try run.screen("maximised by its title bar") { image in
            top = (1..<120).first { image[width * 9 / 16, $0].distance(to: Color(191, 0, 191)) <= 2 } ?? 0
            let below = PixelRectangle(x: 0, y: top, width: width, height: height - top)
            return top > 0
                && DesktopRun.card(width, below.height).mismatch(in: image.cropped(to: below)) == nil
        }
        try run.desktop.move(toX: width - 21, y: top / 2)
        try run.desktop.click()
        try run.expectCleanEnd()
    }

    @Test func theLastPictureIsDragged() throws { try start().expectTheLastPictureIsDragged() }

    @Test func keysReachThePictureAndThePanels() throws { try start().expectKeysWork() }
}
