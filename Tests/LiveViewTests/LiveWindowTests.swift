import Capture
import Filters
import Frames
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

        func show(_ sessions: [CaptureSession]) {
            inbox.post { [me] in me.object?.show(sessions) }
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
        queue.onDrop { _ in told.add(1, ordering: .relaxed) }
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
}
