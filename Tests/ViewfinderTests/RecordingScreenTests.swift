import LinuxIO
import Testing

@testable import LiveViewOverlay
@testable import Overlay
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

    @Test func theButtonOfAPausedRecordingSaysThatItGoesOn() throws {
        let (running, paused) = (try #require(button(true, false)), try #require(button(true, true)))
        #expect(
            running.role == .button && running.name == ScreenWords.pause && paused.name == ScreenWords.resume)
        #expect(running.content == .face(.icon(.pause, isOn: false)))
        #expect(paused.content == .face(.icon(.record, isOn: false)))
        #expect(running.key == KeyBindings.keys(of: .pause))
        #expect(ViewerScreen.action(of: running.id) == .pause)
    }

    @Test func itStandsInThePlaceOfTheTimerAndStaysAsLong() throws {
        var screen = ViewerScreen()
        let timer = try #require(screen.bar.firstIndex { $0.id == ViewerScreen.timerButton })
        let rank = screen.bar[timer].rank
        screen.isRecording = true
        #expect(screen.bar[timer].id == ViewerScreen.id(.pause) && screen.bar[timer].rank == rank)
        #expect(!screen.bar.contains { $0.id == ViewerScreen.timerButton })
        #expect(screen.menu.children.contains { $0.id == ViewerScreen.timerButton })
    }

    @Test(arguments: [320.0, 360, 420, 480, 640, 1280], [1, 3])
    func noButtonMovesWhateverIsSavedAndRecorded(width: Double, cameras: Int) throws {
        var screen = ViewerScreen()
        screen.cameras = (1...cameras).map { .init(name: "\($0)", isShown: $0 == 1) }
        var screens = [screen]
        let picture = Thumbnail(width: 1, height: 1, pixels: [0xff00_0000])
        for lastFile in [nil, LastFile(path: "/7"), LastFile(path: "/7", picture: picture)] {
            for state in 0..<8 {
                screen.lastFile = lastFile
                (screen.isRecording, screen.isRecordingPaused) = (state > 1, state % 4 == 3)
                (screen.isTimerRunning, screen.recordsSound) = (state % 2 == 1, state > 5)
                screen.isFullscreen = state % 2 == 0
                screens.append(screen)
            }
        }
        let look = Look(theme: Theme(), typesetter: try Typesetter())
        let layout = GuestLayout(
            width: width, height: 600, measures: look.theme.measures, isRightToLeft: false)
        let places = screens.map { screen in
            var content = OverlayContent()
            content.bar = screen.bar
            let parts = content.parts(in: layout)
            let area =
                GuestPlan(parts, in: layout, fitting: look.size).areas["bar"] ?? Area(width: 0, height: 0)
            let scene = OverlayScene(parts[0].element, theme: look.theme, typesetter: look.typesetter)
            scene.resize(width: area.width, height: area.height)
            return scene.description.elements.filter { $0.element.isControl }.map { area.x + $0.bounds.x }
        }
        #expect(places[0].count > (width > 360 ? 5 : 0))
        for place in places { #expect(place == places[0]) }
    }

    @Test func theMicrophoneIsCrossedOutWhileThereIsNoSoundAndWaitsForTheRecordingsEnd() throws {
        var screen = ViewerScreen()
        func microphone() throws -> Element { try #require(screen.bar.first { $0.id == ViewerScreen.sound }) }
        #expect(try microphone().content == .face(.icon(.microphoneOff, isOn: false)))
        screen.recordsSound = true
        #expect(try microphone().content == .face(.icon(.microphone, isOn: true)))
        #expect(try microphone().key == "S" && microphone().disabledReason == nil)
        screen.isRecording = true
        #expect(try microphone().disabledReason == ScreenWords.soundOfNext)
    }

    @Test func theMarkSaysThatItIsPaused() throws {
        let running = Element.recordingMark("mark", time: "0:12")
        let paused = Element.recordingMark("mark", time: "0:12", sign: .strokes)
        #expect(running.name != paused.name)
        for mark in [running, paused] {
            let time = try #require(mark.children.first)
            #expect(time.value == "0:12" && time.role == .alert && time.name == mark.name)
            #expect(mark.children.count == 1)
        }
    }

    @Test func theMarkSaysThatTheSoundIsMissing() throws {
        let mark = Element.recordingMark("mark", time: "0:12", isSilent: true)
        #expect(mark.children.first?.value == "0:12")
        #expect(mark.children.last?.content == .face(.symbol(.microphoneOff, tone: .plain)))
        #expect(mark.children.last?.name.isEmpty == false)
    }
}
