import Overlay
import Testing

@testable import Viewfinder

/// The bar's buttons of a recording.
@Suite struct RecordingScreenTests {
    private func button(_ isRecording: Bool, _ isPaused: Bool) -> Element? {
        var screen = ViewerScreen()
        (screen.isRecording, screen.isRecordingPaused) = (isRecording, isPaused)
        return screen.bar.first { $0.id == ViewerScreen.id(.pause) }
    }

    @Test func whileNothingIsRecordedNothingCanBePaused() {
        #expect(button(false, false) == nil)
    }

    @Test func aRecordingIsPausedByAButtonThatStaysDown() throws {
        let (running, paused) = (try #require(button(true, false)), try #require(button(true, true)))
        #expect(running.role == .button && running.name == paused.name && !running.name.isEmpty)
        #expect(!running.state.contains(.checked) && paused.state.contains(.checked))
        #expect(running.key == KeyBindings.keys(of: .pause))
        #expect(ViewerScreen.action(of: running.id) == .pause)
    }

    @Test func itStandsBesideTheButtonThatEndsTheRecordingAndStaysAsLong() throws {
        var screen = ViewerScreen()
        screen.isRecording = true
        let bar = screen.bar
        let end = try #require(bar.firstIndex { $0.id == ViewerScreen.id(.record) })
        #expect(bar[end + 1].id == ViewerScreen.id(.pause) && bar[end + 1].rank == bar[end].rank)
    }

    @Test func theMarkSaysThatItIsPaused() throws {
        let running = Element.recordingMark("mark", time: "0:12")
        let paused = Element.recordingMark("mark", time: "0:12", sign: .strokes)
        #expect(running.name != paused.name)
        for mark in [running, paused] {
            let time = try #require(mark.children.first)
            #expect(time.value == "0:12" && time.role == .alert && time.name == mark.name)
        }
    }
}
