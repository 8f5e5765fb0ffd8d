import Overlay
import Testing

@testable import Viewfinder

/// The bar's button of the timer, and its menu.
@Suite struct TimerMenuTests {
    private func screen(_ mode: PhotographTimer.Mode) -> ViewerScreen {
        var screen = ViewerScreen()
        screen.timer = mode
        return screen
    }

    private func rows(_ screen: ViewerScreen) -> [Element] {
        screen.timerMenu.children.filter { $0.role == .checkItem }
    }

    @Test func eachRowSetsWhatItSays() {
        let modes = rows(screen(.after(seconds: 0))).map { ViewerScreen.timer(of: $0.id) }
        #expect(modes == [0, 3, 5, 10].map { .after(seconds: $0) } + [.burst, .timeLapse])
        #expect(ViewerScreen.timer(of: ViewerScreen.timerButton) == nil)
        #expect(ViewerScreen.timer(of: "timer=") == nil && ViewerScreen.timer(of: "timer=often") == nil)
    }

    @Test(
        arguments: [0, 3, 5, 7, 10].map { PhotographTimer.Mode.after(seconds: $0) } + [.burst, .timeLapse])
    func whatIsSetIsChosenAndSeenOnTheButton(mode: PhotographTimer.Mode) throws {
        let screen = screen(mode)
        let chosen = rows(screen).filter { $0.state.contains(.checked) }
        #expect(chosen.map { ViewerScreen.timer(of: $0.id) } == [mode])
        let button = try #require(screen.bar.first { $0.id == ViewerScreen.timerButton })
        #expect(button.state.contains(.checked) == (mode != .after(seconds: 0)))
        #expect(button.name.contains(try #require(chosen.first).name) && button.key == "T")
    }

    @Test func symbolsTellTheChoicesApart() {
        let modes = [0, 3, 5, 10].map { PhotographTimer.Mode.after(seconds: $0) } + [.burst, .timeLapse]
        #expect(Set(modes.map(ViewerScreen.icon(of:))).count == modes.count)
    }

    @Test func theShutterSaysThatItStops() throws {
        var screen = ViewerScreen()
        let id = ViewerScreen.id(.photograph)
        let before = try #require(screen.bar.first { $0.id == id })
        screen.isTimerRunning = true
        let running = try #require(screen.bar.first { $0.id == id })
        #expect(running.name != before.name)
        #expect(before.content == .face(.shutter(.photograph)) && running.content == .face(.shutter(.stop)))
    }
}
