import TestSupport
import Testing

/// The program on GNOME's compositor, which draws no title bars.
@Suite(.serialized) struct MutterTests {
    private func start() throws -> DesktopRun { try DesktopRun(HeadlessMutter(), "mutter") }

    @Test func headerAndBarComeWithThePointerAndGo() throws {
        let run = try start()
        try run.expectTheBarComesAndGoes(covered: DesktopRun.header) { DesktopRun.hasHeader($0) }
    }

    @Test func theHeaderMovesMaximizesAndClosesTheWindow() throws {
        let run = try start()
        let window = try run.window(DesktopRun.card(), "the window at first")
        var view = DesktopRun.card()
        view.coveredRows = DesktopRun.header
        let start = (x: window.x + 300, y: window.y + 20)
        try run.window(view, "the header", moving: start) { DesktopRun.hasHeader($0) }
        try run.desktop.drag(from: start, to: (start.x - 120, start.y + 80))
        // The window goes the whole way of the pointer, also that before the program asks for it.
        let moved = PixelRectangle(
            x: window.x - 120, y: window.y + 80, width: window.width, height: window.height)
        try run.window(DesktopRun.card(), "the window at its new place", at: moved)
        let title = (x: moved.x + 300, y: moved.y + 20)
        try run.window(view, "the header at its new place", moving: title) { DesktopRun.hasHeader($0) }
        try run.desktop.click()
        try run.desktop.click()
        var maximized = DesktopRun.card(run.desktop.width, run.desktop.height)
        maximized.coveredRows = DesktopRun.header
        try run.screen("maximised by a double click", moving: (300, 20)) {
            maximized.mismatch(in: $0) == nil && DesktopRun.hasHeader($0)
        }
        try run.desktop.move(toX: run.desktop.width - 22, y: 20)
        try run.desktop.click()
        try run.expectCleanEnd()
    }

    /// Where nothing else has the output drawn, each picture comes by what the window itself asks for.
    @Test func picturesGoOnWhereNobodyRecordsTheScreen() throws {
        let run = try DesktopRun(HeadlessMutter(isRecorded: false), "mutter", rate: 30)
        try eventually("a hundred pictures", within: 30, found: { run.program.log }) {
            try Statistics.reports(in: run.program.output).last.map { $0.shown >= 100 } == true
        }
        try run.desktop.tap("q")
        try run.expectCleanEnd()
    }

    @Test func theLastPictureIsDragged() throws { try start().expectTheLastPictureIsDragged() }

    @Test func keysReachThePictureAndThePanels() throws { try start().expectKeysWork() }
}
