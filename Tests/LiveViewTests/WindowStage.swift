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

/// A window that runs on a thread of its own.
final class WindowStage: Sendable {
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

func stage() throws -> WindowStage {
    try Requirement.programs("sway", "grim")
    return try WindowStage(try HeadlessSway())
}

func card(_ rate: Int = 30, width: Int = 320) -> Source {
    .testCard(TestCardOptions(size: PixelSize(width: width, height: 180), rate: Rational(rate)))
}

let small = PixelSize(width: 64, height: 48)

/// Publishes a picture of a program's own source.
func publish(
    _ pictures: FrameFanOut, _ pool: FrameBufferPool, _ number: UInt32, at moment: Int64? = nil,
    _ size: PixelSize = PixelSize(width: 640, height: 480)
) throws {
    var facts = FrameMoment.now(sequence: number)
    if let moment { facts.timestamp.nanoseconds = moment }
    let layout = FrameLayout(format: .grey, size: size)
    pictures.publish(try #require(pool.frame(layout, at: facts) { _ in }))
}
