import Capture
import Foundation
import Frames
import LinuxIO
import Logging
import Testing

@testable import Viewfinder

/// The switch with real sessions: test cards, and files that do not exist.
@Suite struct SourceSwitcherTests {
    private final class Stage {
        let loop: EventLoop
        let switcher: SourceSwitcher
        private(set) var takeOvers = 0

        init(_ sources: [String]) throws {
            loop = try EventLoop()
            switcher = SourceSwitcher(
                sources: try sources.map { try Source(parsing: $0) }, request: ModeRequest(), loop: loop,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            switcher.onTakeOver = { [unowned self] in
                takeOvers += 1
                #expect(switcher.slot.waiting != nil, "a frame is in the slot before the source takes over")
            }
        }

        deinit { switcher.stop() }

        func run(_ comment: Comment, until isDone: () -> Bool) throws {
            let deadline = MonotonicClock.now() + 10_000_000_000
            while !isDone() {
                try loop.turn(until: min(deadline, MonotonicClock.now() + 50_000_000))
                try #require(MonotonicClock.now() < deadline, comment)
            }
        }
    }

    private let cards = ["test:64x48@30:NV12", "test:48x64@30:YUYV", "test:32x32@30:GREY"]

    @Test func theFirstFrameTakesOver() throws {
        let stage = try Stage(cards)
        stage.switcher.select(0)
        #expect(stage.switcher.titleState == .starting)
        try stage.run("the first source is shown") { stage.takeOvers == 1 }
        #expect(stage.switcher.shown?.mode.size == PixelSize(width: 64, height: 48))
        #expect(stage.switcher.titleState == .live)
    }

    @Test func steppingGoesRoundBothWays() throws {
        let stage = try Stage(cards)
        stage.switcher.select(0)
        try stage.run("shown") { stage.takeOvers == 1 }
        stage.switcher.step(-1)
        try stage.run("the last source is shown") { stage.takeOvers == 2 }
        #expect(stage.switcher.shown?.mode.size.width == 32)
        stage.switcher.step(1)
        try stage.run("the first source is shown") { stage.takeOvers == 3 }
        #expect(stage.switcher.shown?.mode.size.width == 64)
    }

    @Test func aSourceThatCannotBeOpenedLeavesTheOldOneAndSaysWhy() throws {
        let stage = try Stage([cards[0], "raw:/nonexistent/file:64x48@30:NV12"])
        stage.switcher.select(0)
        try stage.run("shown") { stage.takeOvers == 1 }
        stage.switcher.select(1)
        try stage.run("the reason is told") { stage.switcher.noticeMessage != nil }
        #expect(stage.switcher.shown?.entry.source == stage.switcher.entries[0].source)
        #expect(stage.switcher.shown?.loss == nil)
        #expect(stage.switcher.noticeMessage?.description.contains("/nonexistent/file") == true)
        // What a button does that tries it again.
        stage.switcher.tell("other words")
        stage.switcher.select(stage.switcher.entries[1].source)
        try stage.run("the reason is told again") {
            stage.switcher.noticeMessage?.description.contains("/nonexistent/file") == true
        }
    }

    @Test func whatMayPassIsTriedAgainAndModesAreOfferedInThePlaceOfOne() throws {
        let entry = SourceEntry(source: .camera(.number(2)), name: "Camera 2")
        func subject(_ kind: CaptureFault.Kind, isChosen: Bool = false) -> NoticeSubject? {
            SourceSwitcher.subject(of: CaptureFault(kind, "Camera 2"), entry, isChosen: isChosen)
        }
        #expect(subject(.busy) == .source(entry.source))
        #expect(subject(.unsupported) == nil)
        #expect(subject(.bandwidth, isChosen: true) == .modes)
    }

    @Test func theReasonOfTheLastAttemptStaysUntilTheSourceIsShown() throws {
        let path = NSTemporaryDirectory() + "late-\(UUID().uuidString).y4m"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let stage = try Stage([cards[0], "y4m:\(path)"])
        stage.switcher.select(0)
        try stage.run("shown") { stage.takeOvers == 1 }
        let late = stage.switcher.entries[1]
        #expect(stage.switcher.faultWords(of: late) == nil)
        stage.switcher.select(1)
        try stage.run("the reason is kept") { stage.switcher.faultWords(of: late) != nil }
        #expect(stage.switcher.faultWords(of: late)?.contains(path) == true)
        // Another one that is shown makes it no better.
        stage.switcher.select(0)
        #expect(stage.switcher.faultWords(of: late) != nil)
        #expect(stage.switcher.faultWords(of: stage.switcher.entries[0]) == nil)
        let frame = Data("FRAME\n".utf8) + Data(repeating: 128, count: 64 * 48 * 3 / 2)
        let stream = Data("YUV4MPEG2 W64 H48 F30:1 Ip A1:1 C420jpeg\n".utf8) + frame
        try stream.write(to: URL(fileURLWithPath: path))
        stage.switcher.select(1)
        try stage.run("it is shown") { stage.takeOvers == 2 }
        #expect(stage.switcher.faultWords(of: late) == nil)
    }

    @Test func theReasonOfACameraGoesWithTheCamera() throws {
        let stage = try Stage([])
        stage.switcher.camerasChanged(CameraList.Search(cameras: []), replacesEntries: true)
        try stage.run("the test card is shown") { stage.takeOvers == 1 }
        let both = CameraList.Search(cameras: [camera(1), camera(2)])
        stage.switcher.camerasChanged(both, replacesEntries: true)
        let entries = stage.switcher.entries
        try stage.run("both have failed") {
            entries.allSatisfy { stage.switcher.faultWords(of: $0) != nil }
        }
        stage.switcher.camerasChanged(CameraList.Search(cameras: [camera(2)]), replacesEntries: true)
        #expect(stage.switcher.faultWords(of: entries[0]) == nil)
        #expect(stage.switcher.faultWords(of: entries[1]) != nil)
    }

    @Test func whatCannotBeAskedIsNamedWithItsReason() throws {
        let stage = try Stage([])
        let fault = CaptureFault(.busy, "/dev/video8 is in use by cheese; close that program")
        let search = CameraList.Search(
            forbidden: ["/dev/video7"],
            unavailable: [CameraList.UnavailableNode(path: "/dev/video8", fault: fault)])
        stage.switcher.camerasChanged(search, replacesEntries: true)
        #expect(stage.switcher.unusable.map(\.path) == ["/dev/video7", "/dev/video8"])
        #expect(stage.switcher.unusable.last?.reason == fault.message)
    }

    @Test func sourcesOfWhichNoneCanBeShownAreHopeless() throws {
        let stage = try Stage(["raw:/nonexistent/a:64x48@30:NV12", "raw:/nonexistent/b:64x48@30:NV12"])
        var reason: Message?
        stage.switcher.onHopeless = { reason = $0 }
        stage.switcher.select(0)
        try stage.run("the last source's reason is told") { reason != nil }
        #expect(reason?.description.contains("/nonexistent/b") == true)
        #expect(stage.takeOvers == 0)
    }

    @Test func theNextSourceIsShownWhenTheFirstCannotBe() throws {
        let stage = try Stage(["raw:/nonexistent/a:64x48@30:NV12", cards[1]])
        stage.switcher.select(0)
        try stage.run("the second source is shown") { stage.takeOvers == 1 }
        #expect(stage.switcher.shown?.mode.size == PixelSize(width: 48, height: 64))
    }

    @Test func aSystemWithoutCamerasShowsTheTestCard() throws {
        let stage = try Stage([])
        let other = CameraList.OtherNode(path: "/dev/video0", name: "codec", reason: "it is a codec")
        stage.switcher.camerasChanged(CameraList.Search(others: [other]), replacesEntries: true)
        try stage.run("the test card is shown") { stage.takeOvers == 1 }
        #expect(stage.switcher.otherNodes == [other])
        #expect(stage.switcher.shown?.entry.source == SourceSwitcher.testCard.source)
        #expect(stage.switcher.isWithoutCameras && stage.switcher.titleState == .live)
        // A card that was asked for stands in for nothing.
        let asked = try Stage(["test:64x48@30:NV12"])
        asked.switcher.select(0)
        asked.switcher.camerasChanged(CameraList.Search(cameras: []), replacesEntries: false)
        try asked.run("shown") { asked.takeOvers == 1 }
        #expect(!asked.switcher.isWithoutCameras)
    }

    private func camera(_ number: Int) -> CameraIdentity {
        CameraIdentity(
            id: "no-such-camera-\(number)", name: "Camera \(number)", path: "/nonexistent/video\(number)",
            busInfo: "bus \(number)")
    }

    @Test func theNextSourceIsCountedFromOneThatCannotBeOpened() throws {
        let stage = try Stage([cards[0], "raw:/nonexistent/file:64x48@30:NV12", cards[1]])
        stage.switcher.select(0)
        try stage.run("shown") { stage.takeOvers == 1 }
        stage.switcher.step(1)
        try stage.run("the reason is told") { stage.switcher.noticeMessage != nil }
        stage.switcher.step(1)
        try stage.run("the third source is shown") { stage.takeOvers == 2 }
        #expect(stage.switcher.shown?.entry.source == stage.switcher.entries[2].source)
    }

    @Test func aCameraThatCannotBeOpenedDoesNotKeepANewOneFromBeingTried() throws {
        let stage = try Stage([])
        stage.switcher.camerasChanged(CameraList.Search(cameras: [camera(1)]), replacesEntries: true)
        try stage.run("the test card is shown") { stage.takeOvers == 1 }
        #expect(
            stage.switcher.titleState.message?.description.contains("no-such-camera-1") == true, "it says why"
        )
        stage.switcher.camerasChanged(
            CameraList.Search(cameras: [camera(1), camera(2)]), replacesEntries: true)
        #expect(stage.switcher.current?.id == "no-such-camera-2")
        try stage.run("it is said why") { stage.switcher.current == SourceSwitcher.testCard }
        stage.switcher.step(1)
        #expect(stage.switcher.current?.id == "no-such-camera-1", "the key goes round the dead ones")
        stage.switcher.step(1)
        #expect(stage.switcher.current?.id == "no-such-camera-2")
    }

    @Test func aCameraThatMayNotBeOpenedIsToldWheneverItComes() throws {
        let stage = try Stage([])
        stage.switcher.camerasChanged(CameraList.Search(cameras: []), replacesEntries: true)
        try stage.run("the test card is shown") { stage.takeOvers == 1 }
        stage.switcher.camerasChanged(
            CameraList.Search(cameras: [], forbidden: ["/dev/video7"]), replacesEntries: true)
        try stage.run("it is said what to do") {
            stage.switcher.titleState.message?.description.contains("you may not open /dev/video7") == true
        }
        #expect(!stage.switcher.isWithoutCameras, "one camera is there")
        // What may be asked by now is no camera.
        let other = CameraList.OtherNode(path: "/dev/video7", name: "codec", reason: "it is a codec")
        stage.switcher.camerasChanged(CameraList.Search(others: [other]), replacesEntries: true)
        #expect(stage.switcher.isWithoutCameras && stage.switcher.titleState == .live)
    }

    @Test func aNodeThatMayBeOpenedAMomentLaterIsNotTold() throws {
        let stage = try Stage([])
        stage.switcher.camerasChanged(CameraList.Search(cameras: []), replacesEntries: true)
        try stage.run("the test card is shown") { stage.takeOvers == 1 }
        let search = CameraList.Search(cameras: [], forbidden: ["/dev/video7"])
        stage.switcher.camerasChanged(search, replacesEntries: true)
        stage.switcher.camerasChanged(CameraList.Search(cameras: []), replacesEntries: true)
        let end = MonotonicClock.now() + 1_000_000_000
        try stage.run("a second") { MonotonicClock.now() > end }
        #expect(stage.switcher.titleState == .live && stage.switcher.noticeMessage == nil)
    }

    @Test func aNodeThatCannotBeAskedIsToldAndLookedForAgain() throws {
        let stage = try Stage([])
        var looks = 0
        stage.switcher.onLoss = { looks += 1 }
        let fault = CaptureFault(.busy, "/dev/video7 is in use by cheese; close that program")
        let found = CameraList.Search(
            unavailable: [CameraList.UnavailableNode(path: "/dev/video7", fault: fault)])
        stage.switcher.camerasChanged(found, replacesEntries: true)
        try stage.run("it is said why") { stage.switcher.titleState.message == fault.message }
        try stage.run("it is looked for") { looks == 1 }
        stage.switcher.camerasChanged(found, replacesEntries: true)
        try stage.run("it is looked for again") { looks == 2 }
        stage.switcher.camerasChanged(CameraList.Search(cameras: [camera(1)]), replacesEntries: true)
        #expect(stage.switcher.current?.id == "no-such-camera-1")
    }

    @Test func whatCannotBeOpenedIsTriedAgainWithoutANotice() throws {
        let stage = try Stage([])
        stage.switcher.camerasChanged(CameraList.Search(cameras: [camera(1)]), replacesEntries: true)
        try stage.run("the test card is shown") { stage.takeOvers == 1 }
        try stage.run("it is tried again") { stage.switcher.current?.id == "no-such-camera-1" }
        try stage.run("and again") { stage.switcher.current == SourceSwitcher.testCard }
        #expect(stage.switcher.shown?.entry == SourceSwitcher.testCard && stage.takeOvers == 1)
    }

    @Test func whatIsMissedIsLookedForAtOnceWhenTheUserWants() throws {
        let stage = try Stage([])
        #expect(!stage.switcher.canTryAgain)
        stage.switcher.camerasChanged(CameraList.Search(cameras: [camera(1)]), replacesEntries: true)
        try stage.run("the test card is shown") { stage.takeOvers == 1 }
        #expect(stage.switcher.canTryAgain)
        stage.switcher.tryAgain()
        #expect(stage.switcher.current?.id == "no-such-camera-1")
        #expect(!stage.switcher.canTryAgain)
        try stage.run("it fails") { stage.switcher.canTryAgain }
    }

    @Test func theCameraOfTheLastTimeIsShownFirst() throws {
        let stage = try Stage([])
        stage.switcher.take(
            UserSettings(lastCamera: .init(id: "no-such-camera-2", name: "Second")), [])
        stage.switcher.camerasChanged(
            CameraList.Search(cameras: [camera(1), camera(2)]), replacesEntries: true)
        #expect(stage.switcher.current?.id == "no-such-camera-2")
        #expect(stage.switcher.noticeMessage == nil)
    }

    @Test func aCameraOfTheLastTimeThatIsNotThereIsToldOnceAndGivesWay() throws {
        let stage = try Stage([])
        stage.switcher.take(UserSettings(lastCamera: .init(id: "gone", name: "Gone\u{1b}[2J")), [])
        stage.switcher.camerasChanged(CameraList.Search(cameras: [camera(1)]), replacesEntries: true)
        #expect(stage.switcher.current?.id == "no-such-camera-1")
        #expect(stage.switcher.noticeMessage == "Gone[2J is not there; showing another camera")
    }

    @Test func sourcesOfTheCommandLineComeBeforeTheCameraOfTheLastTime() throws {
        let stage = try Stage(cards)
        stage.switcher.take(UserSettings(lastCamera: .init(id: "no-such-camera-1", name: "First")), [])
        stage.switcher.select(0)
        stage.switcher.camerasChanged(CameraList.Search(cameras: [camera(1)]), replacesEntries: false)
        try stage.run("the first source is shown") { stage.takeOvers == 1 }
        #expect(stage.switcher.shown?.entry.id == nil && stage.switcher.noticeMessage == nil)
    }

    @Test func aColourThatIsChosenHoldsWhileTheProgramRunsAndTheSourceTellsItsOwn() throws {
        let stage = try Stage(["test:64x48@30:NV12:709-limited", cards[1]])
        var told: [SourceWishes] = []
        stage.switcher.onChosen = { _, _, wishes in told.append(wishes) }
        stage.switcher.select(0)
        try stage.run("shown") { stage.takeOvers == 1 }
        stage.switcher.choose { $0.color = ColorWish(range: .full) }
        #expect(stage.switcher.titleState == .live)
        try stage.run("in its new colours") { stage.takeOvers == 2 }
        #expect(stage.switcher.shown?.mode.color.name == "709-full")
        #expect(stage.switcher.shown?.mode.sourceColor.name == "709-limited")
        #expect(told.map(\.color) == [ColorWish(range: .full)])
        stage.switcher.choose { $0.color = ColorWish(range: .full) }
        #expect(
            stage.switcher.current == stage.switcher.shown?.entry, "nothing is opened for what is so already")
        stage.switcher.step(1)
        try stage.run("the other source is shown") { stage.takeOvers == 3 }
        #expect(stage.switcher.shown?.mode.color == stage.switcher.shown?.mode.sourceColor)
        stage.switcher.step(1)
        try stage.run("the first source is shown again") { stage.takeOvers == 4 }
        #expect(stage.switcher.shown?.mode.color.name == "709-full")
    }

    @Test func whatTheCommandLineSaysIsNotKeptUnlessAPersonChoosesIt() {
        let (large, small) = (PixelSize(width: 640, height: 480), PixelSize(width: 320, height: 240))
        let given = ModeRequest(size: large, rate: Rational(15))
        var wishes = SourceWishes(mode: given, given: given)
        #expect(wishes.keptMode == ModeRequest())
        func choose(_ mode: ModeRequest) {
            let before = wishes.mode
            wishes.mode = mode
            wishes.chosen(insteadOf: before)
            wishes = wishes.lasting
        }
        choose(ModeRequest(size: small, rate: Rational(15), isStrict: true))
        #expect(wishes.keptMode == ModeRequest(size: small))
        choose(ModeRequest(size: large, rate: Rational(15), format: "YUYV", isStrict: true))
        #expect(wishes.keptMode == ModeRequest(size: large, format: "YUYV"))
        choose(ModeRequest())
        #expect(wishes.keptMode == ModeRequest())
        choose(given)
        #expect(wishes.keptMode == given)
    }

    @Test func wishesThatCannotBeMetAreToldAndForgotten() throws {
        let path = NSTemporaryDirectory() + "wishes-\(UUID().uuidString).y4m"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let frame = Data("FRAME\n".utf8) + Data(repeating: 128, count: 64 * 48 * 3 / 2)
        let stream = Data("YUV4MPEG2 W64 H48 F30:1 Ip A1:1 C420jpeg\n".utf8) + frame
        try stream.write(to: URL(fileURLWithPath: path))
        let stage = try Stage(["y4m:\(path)"])
        var isTold = false
        stage.switcher.onChosen = { _, _, _ in isTold = true }
        stage.switcher.select(0)
        try stage.run("shown") { stage.takeOvers == 1 }
        // Gone in the midst, it cannot be opened with other wishes, nor with the old ones.
        try FileManager.default.removeItem(atPath: path)
        stage.switcher.choose { $0.color = ColorWish(matrix: .bt2020) }
        let name = stage.switcher.entries[0].name
        try stage.run("the reason is told") {
            stage.switcher.titleState.message?.description.contains(name) == true
        }
        #expect(!isTold && stage.switcher.wishes(of: stage.switcher.entries[0]).color == ColorWish())
    }

    @Test func aPlaceBeyondTheLastSourceIsReported() throws {
        let stage = try Stage(cards)
        stage.switcher.select(8)
        #expect(stage.switcher.noticeMessage == "There is no camera 9, only 1 to 3")
    }

    @Test func rapidStepsEndAtTheRightSource() throws {
        let stage = try Stage(cards)
        stage.switcher.select(0)
        try stage.run("shown") { stage.takeOvers == 1 }
        for _ in 0..<7 { stage.switcher.step(1) }
        try stage.run("source 1 is shown") { stage.switcher.shown?.mode.size.height == 64 }
    }
}
