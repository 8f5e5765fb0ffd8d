import Capture
import Filters
import Frames
import Glibc
import LinuxIO
import LiveView
import Logging
import Synchronization
import TestSupport
import Testing
import VulkanView

/// Windows of this process in a compositor of their own.
@Suite(.serialized) struct LiveWindowTests {
    @Test func aSlowOutputLosesItsFramesAndTheViewNone() throws {
        let stage = try stage()
        let session = CaptureSession(card())
        stage.show([session])
        try eventually("a picture") { stage.view.state == .showing }
        let queue = FrameOutput(.queue(capacity: 4))
        let told = Atomic(0)
        queue.onDrop { drop in told.add(Int(drop.count), ordering: .relaxed) }
        stage.view.add(queue)
        // An encoder that takes a fifth of a second for each picture.
        let reader = try FrameReader(queue) { _ in
            _ = try Gate().wait(until: MonotonicClock.now() + 200_000_000)
        }
        _ = stage.view.takeStatistics()
        let (before, begin) = (stage.view.shownCount, MonotonicClock.now())
        try eventually("three seconds", within: 30) { MonotonicClock.now() - begin > 3_000_000_000 }
        let seconds = Double(MonotonicClock.now() - begin) / 1e9
        let shown = Double(stage.view.shownCount - before) / seconds
        #expect(shown > 24, "\(shown) pictures a second")
        let counts = queue.statistics
        #expect(counts.dropped[.queueFull] ?? 0 > 40 && counts.taken > 8, "\(counts)")
        #expect(UInt64(told.load(ordering: .relaxed)) == counts.dropped.values.reduce(0, +))
        stage.view.remove(queue)
        reader.finish()
        #expect(stage.close() && stage.error == nil)
    }

    @Test func filteredPicturesGoToOutputsWhateverTheWindowDoes() throws {
        let stage = try stage()
        stage.view.setFilters([BrightnessAdjustment()])
        let session = CaptureSession(card())
        stage.show([session])
        try eventually("a picture") { stage.view.state == .showing }
        let queue = FrameOutput(.queue(capacity: 400))
        let lost = Mutex<Set<UInt32>>([])
        queue.onDrop { drop in lost.withLock { _ = $0.insert(drop.sequence) } }
        stage.view.add(queue)
        stage.view.setFrozen(true)
        try stage.sway.command("workspace 2")
        try eventually("pictures", within: 30) { queue.statistics.published > 60 }
        stage.view.remove(queue)
        var sequences: [UInt32] = []
        while let frame = queue.take() {
            #expect(frame.layout.format == .bgrx && frame.layout.size.width == 320)
            sequences.append(frame.sequence)
        }
        // A busy machine may show a picture, lose some, and only then begin with the output.
        let told = lost.withLock(\.self)
        for (before, next) in zip(sequences.dropFirst(), sequences.dropFirst(2)) {
            #expect(next > before && (before..<next).dropFirst().allSatisfy(told.contains))
        }
        #expect(stage.close())
    }

    @Test func aClosedViewIsHarmless() async throws {
        let stage = try stage()
        let session = CaptureSession(card())
        stage.show([session])
        try eventually("a picture") { stage.view.state == .showing }
        let states = stage.view.states
        #expect(stage.close())
        for await state in states where state == .closed { break }
        #expect(stage.view.state == .closed)
        let queue = FrameOutput(.queue(capacity: 4))
        stage.view.add(queue)
        stage.view.setFilters([BrightnessAdjustment()])
        stage.view.show(session)
        stage.view.show([session, CaptureSession(card())])
        stage.view.remove(queue)
        await #expect(throws: LiveViewError.self) { try await stage.view.photograph() }
        session.stop()
    }

    @Test func aSwitchGoesOnInTheSameView() async throws {
        let stage = try stage()
        let session = CaptureSession(card())
        stage.show([session])
        try eventually("a picture") { stage.view.state == .showing }
        for width in [160, 480, 320] {
            try await session.switchTo(card(width: width))
            let picture = try await stage.view.photograph()
            #expect(picture.size.height == 180)
        }
        try eventually("the last size") { stage.view.state == .showing }
        var size = PixelSize(width: 0, height: 0)
        for _ in 0..<50 where size.width != 320 { size = try await stage.view.photograph().size }
        #expect(size == PixelSize(width: 320, height: 180))
        #expect(stage.close())
        session.stop()
    }

    @Test func picturesOfAProgramsOwnGoToOutputsOfAHiddenWindow() throws {
        let stage = try stage()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 64, height: 48))
        stage.view.show(pictures)
        stage.view.drawWithoutPicture()
        try stage.sway.command("workspace 2")
        let queue = FrameOutput(.queue(capacity: 400))
        stage.view.add(queue)
        var number: UInt32 = 0
        try eventually("pictures", within: 60) {
            let published = queue.statistics.published
            if let frame = pool.frame(layout, at: .now(sequence: number), fill: { _ in }) {
                pictures.publish(frame)
            }
            number += 1
            // Long enough for a view to find that nobody sees it.
            usleep(20_000)
            // One after the other: what a busy machine has no time for is no loss.
            let end = MonotonicClock.now() + 1_000_000_000
            while queue.statistics.published == published, MonotonicClock.now() < end { usleep(1000) }
            return queue.statistics.published > 60
        }
        #expect(queue.statistics.dropped.isEmpty)
        stage.view.remove(queue)
        var last: UInt32?
        while let frame = queue.take() {
            if let last { #expect(frame.sequence == last + 1) }
            last = frame.sequence
        }
        #expect(stage.close())
    }

    @Test func filtersThatAreRunAgainAreNoFault() throws {
        let stage = try stage()
        let filter = SepiaToneFilter()
        stage.view.setFilters([filter])
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool(limit: 30))
        stage.view.show(pictures)
        stage.view.drawWithoutPicture()
        try publish(pictures, pool, 0)
        try eventually("a picture") { stage.view.state == .showing }
        // No input is free: a misuse, which the next picture tells.
        _ = PixelInput() --> filter
        try publish(pictures, pool, 1)
        try eventually("the fault") { if case .unfiltered = stage.view.state { true } else { false } }
        try publish(pictures, pool, 2)
        try eventually("filters again") { stage.view.state == .showing }
        #expect(stage.close())
    }

    @Test func aWindowThatIsClosedBeforeItRunsEndsAtOnceAndOnce() throws {
        try Requirement.programs("sway", "grim")
        let sway = try HeadlessSway()
        let window = try LiveWindow(
            title: "Test", applicationID: "org.example.Test", display: sway.socketPath)
        window.close()
        try window.run()
        try window.run()
    }

    @Test func anOutputGetsTheUsersTurnWhereItAsksForIt() throws {
        let stage = try stage()
        let session = CaptureSession(CaptureConfiguration(card(), rotation: .clockwise90))
        stage.show([session])
        try eventually("a picture") { stage.view.state == .showing }
        let (plain, turned) = (FrameOutput(.queue(capacity: 100)), FrameOutput(.queue(capacity: 100)))
        stage.view.setPlacement(ViewOptions(isMirrored: true, rotation: .half))
        stage.view.add(plain)
        stage.view.add(turned, turned: true)
        try eventually("frames") { turned.statistics.published > 3 && plain.statistics.published > 3 }
        let shown = try #require(turned.take())
        // The first output may have one more, from before the second one came.
        var own = try #require(plain.take())
        while own.sequence < shown.sequence, let next = plain.take() { own = next }
        #expect(own.rotation == .clockwise90 && !own.isMirrored)
        #expect(shown.rotation == .clockwise270 && shown.isMirrored && shown.buffer === own.buffer)
        #expect(stage.close())
    }

    @Test func aViewIsShowingHoweverOftenItsSourceChanges() throws {
        let stage = try stage()
        let sessions = [CaptureSession(card(500)), CaptureSession(card(500))]
        stage.show([sessions[0]])
        stage.show([sessions[1]])
        try eventually("a picture") { stage.view.state == .showing }
        for round in 0..<60 {
            stage.view.show(sessions[round % 2])
            try eventually("round \(round)") { stage.view.state == .showing }
        }
        #expect(stage.close())
    }

    @Test func filtersThatCannotRunAreToldAndThePictureGoesOn() throws {
        let stage = try stage()
        let told = Mutex<[String]>([])
        stage.listen { event in
            if case .filtersFailed(let reason) = event { told.withLock { $0.append(reason.description) } }
        }
        stage.show([CaptureSession(card())])
        try eventually("a picture") { stage.view.state == .showing }
        let filter = BrightnessAdjustment()
        stage.view.setFilters([filter, filter])
        try eventually("the reason") {
            if case .unfiltered = stage.view.state { true } else { false }
        }
        try eventually("the title") { try stage.sway.windows().first?.title.hasPrefix("Test (") == true }
        try eventually("the event") { told.withLock { !$0.isEmpty } }
        let count = stage.view.shownCount
        try eventually("pictures") { stage.view.shownCount > count + 5 }
        stage.view.setFilters([])
        try eventually("no reason") { stage.view.state == .showing }
        #expect(stage.close())
    }

    @Test func aWindowThatIsLetGoStopsWhatItStarted() throws {
        try Requirement.programs("sway")
        let sway = try HeadlessSway()
        let session = CaptureSession(card())
        do {
            let window = try LiveWindow(
                title: "Test", applicationID: "org.example.Test", display: sway.socketPath)
            window.show(session)
            try eventually("a picture") { session.state.mode != nil }
        }
        #expect(session.state == .stopped)
    }

    @Test func theBackgroundAndAPartOfThePictureAreSeen() throws {
        let stage = try stage()
        stage.show([CaptureSession(card())])
        try eventually("a picture") { stage.view.state == .showing }
        stage.view.setBackground(BackgroundColor(red: 10, green: 200, blue: 30))
        stage.view.setEnabled(false)
        try eventually("the background") { try stage.screenshot()[20, 20] == Color(10, 200, 30) }
        stage.view.setEnabled(true)
        // The first bar of the card is grey, the second one yellow.
        let second = PictureRegion(
            x: Rational(3, 16), y: Rational(0), width: Rational(1, 32), height: Rational(1, 4))
        stage.view.setPlacement(ViewOptions(fillMode: .stretch, crop: second))
        try eventually("the second bar alone") {
            let image = try stage.screenshot()
            return [(5, 5), (image.width - 5, image.height - 5)].allSatisfy { x, y in
                image[x, y].distance(to: Color(191, 191, 0)) <= 2
            }
        }
        #expect(stage.close())
    }

    @Test func sizesOfPicturesAreTold() async throws {
        let stage = try stage()
        let sizes = Mutex<[PixelSize]>([])
        stage.listen { event in
            if case .sizeChanged(let size) = event { sizes.withLock { $0.append(size) } }
        }
        let session = CaptureSession(card())
        stage.show([session])
        try eventually("a picture") { stage.view.state == .showing }
        try await session.switchTo(card(width: 160))
        try eventually("both sizes") { sizes.withLock { $0.map(\.width) } == [320, 160] }
        #expect(stage.close())
    }

    @Test func momentsThatNoClockShowsAreShown() throws {
        let stage = try stage()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 64, height: 48))
        stage.view.show(pictures)
        stage.view.drawWithoutPicture()
        let moments: [Int64] = [.min, .max, 0, .min, 1 << 62, .max]
        for (number, moment) in moments.enumerated() {
            let facts = FrameMoment(
                timestamp: Timestamp(nanoseconds: moment, clock: .monotonic, kind: .generated),
                arrival: moments[moments.count - 1 - number], sequence: UInt32(number))
            let before = stage.view.shownCount
            pictures.publish(try #require(pool.frame(layout, at: facts) { _ in }))
            try eventually("picture \(number)") { stage.view.shownCount > before }
        }
        #expect(stage.close() && stage.error == nil)
    }

    @Test func oneSessionTwiceIsShownTwice() throws {
        let stage = try stage()
        let session = CaptureSession(card())
        stage.show([session, session])
        try eventually("a picture") { stage.view.state == .showing }
        try eventually("two cards") {
            let image = try stage.screenshot()
            return [0, 1].allSatisfy { column in
                image[column * image.width / 2 + 4, image.height / 2] == Color(191, 191, 191)
            }
        }
        #expect(stage.close())
    }

    /// The same frame is not drawn twice, a new one is, also one of the moment 0.

    @Test func dontRedrawOldFrameDoDrawNewFrame() throws {
        let stage = try stage()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        stage.view.show(pictures)
        stage.view.drawWithoutPicture()
        try publish(pictures, pool, 0)
        try eventually("the first picture") { stage.view.shownCount == 1 }
        usleep(300_000)
        #expect(stage.view.shownCount == 1)
        try publish(pictures, pool, 1, at: 0)
        try eventually("the second picture") { stage.view.shownCount == 2 }
        #expect(stage.close())
    }

    @Test func reportsSizeChangesToDelegate() throws {
        let stage = try stage()
        let sizes = Mutex<[PixelSize]>([])
        stage.listen { event in
            if case .sizeChanged(let size) = event { sizes.withLock { $0.append(size) } }
        }
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        stage.view.show(pictures)
        stage.view.drawWithoutPicture()
        try publish(pictures, pool, 0)
        try eventually("the size") { sizes.withLock { $0 } == [PixelSize(width: 640, height: 480)] }
        #expect(stage.close())
    }

    @Test func fourPicturesMakeAGrid() throws {
        let stage = try stage()
        stage.show((0..<4).map { _ in CaptureSession(card()) }, .grid)
        try eventually("a picture") { stage.view.state == .showing }
        // Each quarter begins with the card's grey bar.
        try eventually("four cards") {
            let image = try stage.screenshot()
            return [(0, 0), (1, 0), (0, 1), (1, 1)].allSatisfy { column, row in
                image[column * image.width / 2 + 4, row * image.height / 2 + 4] == Color(191, 191, 191)
            }
        }
        #expect(stage.close())
    }
}
