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
    /// A window that runs on a thread of its own.
    private final class Stage: Sendable {
        let sway: HeadlessSway
        let view: LiveView
        private let inbox: EventLoop.Inbox
        private let me: LoopBound<LiveWindow>
        private let ended: Gate
        private let failure: Failure

        private final class Failure: Sendable {
            let error = Mutex<(any Error)?>(nil)
        }

        private struct Parts: Sendable {
            let view: LiveView
            let inbox: EventLoop.Inbox
            let me: LoopBound<LiveWindow>
        }

        init(_ sway: HeadlessSway) throws {
            let made = Mutex<Result<Parts, any Error>?>(nil)
            let (bell, ended, failure) = (try Gate(), try Gate(), Failure())
            let display = sway.socketPath
            _ = try SystemThread(name: "window") {
                do {
                    var quiet = Logger(label: "window")
                    quiet.logLevel = .critical
                    let window = try LiveWindow(
                        title: "Test", applicationID: "org.example.Test", display: display, logger: quiet)
                    let parts = Parts(view: window.view, inbox: window.loop.inbox, me: LoopBound(window))
                    made.withLock { $0 = .success(parts) }
                    bell.open()
                    do { try window.run() } catch { failure.error.withLock { $0 = error } }
                } catch {
                    made.withLock { $0 = .failure(error) }
                    bell.open()
                }
                ended.open()
            }
            guard bell.wait(until: MonotonicClock.now() + 20_000_000_000),
                let parts = try made.withLock({ $0 })?.get()
            else { throw WaitedInVain("no window") }
            self.sway = sway
            (view, inbox, me) = (parts.view, parts.inbox, parts.me)
            (self.ended, self.failure) = (ended, failure)
        }

        deinit { close() }

        func show(_ sessions: [CaptureSession], _ arrangement: LiveViewArrangement = .row) {
            inbox.post { [me] in me.object?.show(sessions, arrangement: arrangement) }
        }

        /// Notes the view's news.
        func listen(_ heard: @escaping @Sendable (LiveViewEvent) -> Void) {
            inbox.post { [me] in me.object?.onViewEvent = heard }
        }

        /// The inside of the window.
        func screenshot() throws -> Image {
            guard let window = try sway.windows().first else { throw WaitedInVain("no window") }
            return try sway.screenshot(of: window.content)
        }

        /// Closes the window, and waits for the end of its loop.
        @discardableResult
        func close() -> Bool {
            inbox.post { [me] in me.object?.close() }
            return ended.wait(until: MonotonicClock.now() + 10_000_000_000)
        }

        var error: (any Error)? { failure.error.withLock { $0 } }
    }

    private func card(_ rate: Int = 30, width: Int = 320) -> Source {
        .testCard(TestCardOptions(size: PixelSize(width: width, height: 180), rate: Rational(rate)))
    }

    private let small = PixelSize(width: 64, height: 48)

    /// Publishes a picture of a program's own source.
    private func publish(
        _ pictures: FrameFanOut, _ pool: FrameBufferPool, _ number: UInt32, at moment: Int64? = nil,
        _ size: PixelSize = PixelSize(width: 640, height: 480)
    ) throws {
        var facts = FrameMoment.now(sequence: number)
        if let moment { facts.timestamp.nanoseconds = moment }
        let layout = FrameLayout(format: .grey, size: size)
        pictures.publish(try #require(pool.frame(layout, at: facts) { _ in }))
    }

    private func stage() throws -> Stage {
        try Requirement.programs("sway", "grim")
        return try Stage(try HeadlessSway())
    }

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
        stage.view.add(queue)
        stage.view.setFrozen(true)
        try stage.sway.command("workspace 2")
        try eventually("pictures", within: 30) { queue.statistics.published > 60 }
        stage.view.remove(queue)
        var last: UInt32?
        while let frame = queue.take() {
            #expect(frame.layout.format == .bgrx && frame.layout.size.width == 320)
            if let last { #expect(frame.sequence == last + 1) }
            last = frame.sequence
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

    // MARK: - Pictures for others

    @Test func picturesOfAProgramsOwnGoToOutputsOfAHiddenWindow() throws {
        let stage = try stage()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 64, height: 48))
        let isOver = Atomic(false)
        let maker = try SystemThread(name: "maker") {
            var number: UInt32 = 0
            while !isOver.load(ordering: .relaxed) {
                if let frame = pool.frame(layout, at: .now(sequence: number), fill: { _ in }) {
                    pictures.publish(frame)
                }
                number += 1
                usleep(20_000)
            }
        }
        stage.view.show(pictures)
        stage.view.drawWithoutPicture()
        try stage.sway.command("workspace 2")
        let queue = FrameOutput(.queue(capacity: 400))
        stage.view.add(queue)
        try eventually("pictures", within: 30) { queue.statistics.published > 60 }
        #expect(queue.statistics.dropped.isEmpty)
        stage.view.remove(queue)
        isOver.store(true, ordering: .relaxed)
        #expect(maker.join(within: 10))
        var last: UInt32?
        while let frame = queue.take() {
            if let last { #expect(frame.sequence == last + 1) }
            last = frame.sequence
        }
        #expect(stage.close())
    }

    @Test(arguments: [true, false])
    func anOutputThatIsDrainedHasWhatTheSourceHasMade(isFiltered: Bool) throws {
        let view = try LiveView()
        if isFiltered { view.setFilters([BrightnessAdjustment()]) }
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        view.start()
        // Without a pause between them they wait for the view, which loads its drivers first.
        for number: UInt32 in 0..<6 {
            try publish(pictures, pool, number, small)
        }
        let isDrained = try Gate()
        try eventually("the first picture", within: 60) { queue.statistics.published > 0 }
        view.drain(queue) { isDrained.open() }
        #expect(isDrained.wait(until: MonotonicClock.now() + 20_000_000_000))
        #expect(queue.statistics.published == 6 && queue.statistics.dropped.isEmpty, "\(queue.statistics)")
        #expect(pictures.outputs.count == 1 && !pictures.takesEveryFrame)
        #expect(view.stop())
    }

    @Test func whoDrainsAViewThatDoesNotRunIsAnswered() async throws {
        let view = try LiveView()
        let queue = FrameOutput(.queue(capacity: 2))
        view.add(queue)
        await view.drain(queue)
        view.start()
        async let drained: Void = view.drain(queue)
        view.stop()
        await drained
        await view.drain(queue)
    }

    @Test(arguments: ["session", "view", "letGo"])
    func aLoopOverAViewsPicturesEnds(with end: String) async throws {
        var view: LiveView? = try LiveView()
        let session = CaptureSession(card())
        view?.show(session)
        let queue = FrameOutput(.queue(capacity: 1000))
        view?.add(queue)
        view?.start()
        let seen = Task { await queue.frames.reduce(0) { count, _ in count + 1 } }
        try await session.start()
        try eventually("pictures", within: 60) { queue.statistics.taken > 5 }
        switch end {
        case "session": session.stop()
        case "view": view?.stop()
        default: view = nil
        }
        #expect(await seen.value > 5)
        session.stop()
        view?.stop()
    }

    @Test func anOutputOfTwoThatIsRemovedIsToldOfTheFramesThatWait() throws {
        let view = try LiveView()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool(limit: 30))
        view.show(pictures)
        let outputs = [FrameOutput(.queue(capacity: 100)), FrameOutput(.queue(capacity: 100))]
        for output in outputs { view.add(output) }
        // Nobody takes them: the view does not run.
        for number: UInt32 in 0..<7 {
            try publish(pictures, pool, number, small)
        }
        for output in outputs {
            view.remove(output)
            #expect(output.statistics.dropped == [.late: 7])
        }
        view.stop()
    }

    @Test func theEndOfAProgramsPicturesEndsLoopsOverTheViews() async throws {
        let view = try LiveView()
        view.start()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool())
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        for round in 1...2 {
            pictures.setSourceEnded(false)
            for number: UInt32 in 0..<3 {
                try publish(pictures, pool, number, small)
            }
            let seen = Task { await queue.frames.reduce(0) { count, _ in count + 1 } }
            pictures.setSourceEnded(true)
            #expect(await seen.value == 3, "round \(round)")
            #expect(view.state == .ended)
        }
        view.stop()
    }

    @Test func theEndOfASourceIsToldAfterItsLastFilteredPicture() async throws {
        let view = try LiveView()
        let slow = try ShaderOperation(
            area: """
                vec4 slow(ivec2 at) {
                    vec4 sum = vec4(0.0);
                    for (int i = 0; i < 20000; i++) sum += pixel0((at + i) % size0) * 0.00005;
                    return vec4(sum.rgb, 1.0);
                }
                """)
        view.setFilters([slow])
        view.start()
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool(limit: 60))
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        for number: UInt32 in 0..<25 {
            try publish(pictures, pool, number, PixelSize(width: 128, height: 96))
        }
        let seen = Task { await queue.frames.reduce(0) { count, _ in count + 1 } }
        pictures.setSourceEnded(true)
        let count = await seen.value
        #expect(count == 25 && queue.statistics.published == 25, "\(count), \(queue.statistics)")
        view.stop()
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

    @Test func anOperationThatAnotherViewLetsGoOfIsTakenWithoutAWindow() throws {
        let filter = SepiaToneFilter()
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 64, height: 48))
        let pool = FrameBufferPool(limit: 30)
        var number: UInt32 = 0
        let stages = try (0..<2).map { _ in
            let queue = FrameOutput(.queue(capacity: 9))
            let stage = (view: try LiveView(), pictures: FrameFanOut(), queue: queue)
            stage.view.show(stage.pictures)
            stage.view.add(stage.queue)
            stage.view.start()
            return stage
        }
        /// Publishes until a picture of a format comes.
        func wait(for format: PixelFormat, in stage: Int) throws {
            try eventually("\(format) in view \(stage)", within: 60) {
                number += 1
                if let frame = pool.frame(layout, at: .now(sequence: number), fill: { _ in }) {
                    stages[stage].pictures.publish(frame)
                }
                usleep(5000)
                return stages[stage].queue.take()?.layout.format == format
            }
        }
        stages[0].view.setFilters([filter])
        try wait(for: .bgrx, in: 0)
        stages[1].view.setFilters([filter])
        try wait(for: .grey, in: 1)
        stages[0].view.setFilters([])
        try wait(for: .grey, in: 0)
        try wait(for: .bgrx, in: 1)
        for stage in stages { stage.view.stop() }
    }

    @Test func picturesThatAFilterHoldsBackAreCounted() throws {
        let view = try LiveView()
        let filter = BrightnessAdjustment()
        view.setFilters([filter])
        let (pictures, pool) = (FrameFanOut(), FrameBufferPool(limit: 30))
        view.show(pictures)
        let queue = FrameOutput(.queue(capacity: 100))
        view.add(queue)
        view.start()
        try publish(pictures, pool, 0, small)
        try eventually("the first picture", within: 60) { queue.statistics.published == 1 }
        filter.preventRelay = true
        for number: UInt32 in 1...3 { try publish(pictures, pool, number, small) }
        try eventually("three losses") { queue.statistics.dropped == [.withheld: 3] }
        filter.preventRelay = false
        try publish(pictures, pool, 4, small)
        try eventually("the last picture") { queue.statistics.published == 2 }
        view.stop()
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

    @Test func aViewThatHasEndedTakesNoFrames() throws {
        let view = try LiveView()
        view.stop()
        let pictures = FrameFanOut()
        view.add(FrameOutput(.queue(capacity: 4)))
        view.show(pictures)
        #expect(pictures.outputs.isEmpty)
    }

    @Test func aSourceThatIsWokenMayChangeTheView() throws {
        let view = try LiveView()
        let (pictures, others) = (FrameFanOut(), FrameFanOut())
        pictures.onWish { [weak view] in view?.show(others) }
        view.show(pictures)
        #expect(pictures.outputs.isEmpty && others.outputs.count == 1)
        pictures.onWish(nil)
        view.stop()
        #expect(others.outputs.isEmpty)
    }

    @Test(arguments: [true, false])
    func withoutAWindowPicturesAreMadeForOutputs(isFiltered: Bool) async throws {
        let view = try LiveView()
        if isFiltered { view.setFilters([BrightnessAdjustment()]) }
        view.start()
        let session = CaptureSession(card())
        view.show(session)
        let queue = FrameOutput(.queue(capacity: 1000))
        view.add(queue)
        try await session.start()
        try eventually("pictures", within: 60) { queue.statistics.published > 60 }
        if isFiltered {
            // Kernels that are not ready yet leave the first ones as they are.
            try eventually("a filtered one", within: 60) { queue.take()?.layout.format == .bgrx }
            let picture = try await view.photograph()
            #expect(picture.size == PixelSize(width: 320, height: 180))
        }
        session.stop()
        #expect(view.stop())
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
        let (own, shown) = (try #require(plain.take()), try #require(turned.take()))
        #expect(own.rotation == .clockwise90 && !own.isMirrored)
        #expect(shown.rotation == .clockwise270 && shown.isMirrored && shown.buffer === own.buffer)
        #expect(stage.close())
    }

    @Test func whoIsToldOfALossMayChangeTheViewWhileItEnds() throws {
        let view = try LiveView()
        view.start()
        let queue = FrameOutput(.queue(capacity: 2))
        queue.onDrop { [weak view] _ in view?.remove(queue) }
        view.add(queue)
        do { view.show([CaptureSession(card()), CaptureSession(card())]) }
        #expect(view.stop())
        queue.onDrop(nil)
    }

    // MARK: - States

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
            if case .filtersFailed(let reason) = event { told.withLock { $0.append(reason) } }
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

    @Test func aViewThatIsLetGoEndsItsThread() throws {
        weak var gone: LiveView?
        do {
            let view = try LiveView()
            view.start()
            gone = view
        }
        #expect(gone == nil)
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

    @Test func aPhotographThatIsAskedForBeforeThereIsAPictureIsAnswered() throws {
        let view = try LiveView()
        let answered = try Gate()
        view.photograph { _ in answered.open() }
        view.start()
        // A second start is none.
        view.start()
        let again = try Gate()
        view.photograph { _ in again.open() }
        #expect(answered.wait(until: MonotonicClock.now() + 20_000_000_000))
        #expect(again.wait(until: MonotonicClock.now() + 20_000_000_000))
        #expect(view.stop())
    }

    @Test func anOutputThatHasFinishedWantsNoFramesOfTheSource() throws {
        let view = try LiveView()
        view.start()
        let pictures = FrameFanOut()
        view.show(pictures)
        view.setFrozen(true)
        let output = FrameOutput(.queue(capacity: 30))
        view.add(output)
        #expect(pictures.takesEveryFrame)
        output.finish()
        let end = MonotonicClock.now() + 20_000_000_000
        let pool = FrameBufferPool()
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 64, height: 48))
        var number: UInt32 = 0
        while pictures.takesEveryFrame, MonotonicClock.now() < end {
            if let frame = pool.frame(layout, at: .now(sequence: number), fill: { _ in }) {
                pictures.publish(frame)
            }
            number += 1
            usleep(20_000)
        }
        #expect(!pictures.takesEveryFrame)
        view.stop()
    }

    @Test func aViewThatWasNeverStartedHasNoPicture() async throws {
        let view = try LiveView()
        await #expect(throws: LiveViewError.self) { try await view.photograph() }
    }

    // MARK: - The picture

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

    // MARK: - Named cases

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
