import Decoders
import Frames
import Glibc
import LinuxIO
import Logging
import Synchronization

@testable import Capture

/// Keeps what a session reports and lets a test wait for it.
final class Recorder: Sendable {
    private let events = Mutex<[CaptureEvent]>([])

    var report: @Sendable (CaptureEvent) -> Void {
        { event in self.events.withLock { $0.append(event) } }
    }

    var all: [CaptureEvent] { events.withLock { $0 } }

    /// What came, without what tells that the source is open.
    var outcomes: [CaptureEvent] {
        all.filter { if case .opened = $0 { false } else { true } }
    }

    var mode: CaptureMode? {
        for case .streaming(let mode) in all { return mode }
        return nil
    }

    var fault: CaptureFault? {
        for case .failed(let fault) in all { return fault }
        return nil
    }

    var hasEnded: Bool {
        all.contains { if case .ended = $0 { true } else { false } }
    }
}

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// Waits until something holds, at most `seconds`.
func eventually(within seconds: Double = 20, _ condition: () -> Bool) async -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while clock.now < end {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    // On a busy machine a task may have waited all the time, and have looked once.
    return soon(within: 0.5, condition)
}

/// Waits until something holds without giving the thread away, for what does not bear a task's pauses.
func soon(within seconds: Double = 20, _ condition: () -> Bool) -> Bool {
    let end = MonotonicClock.now() + Int64(seconds * 1e9)
    while !condition() {
        guard MonotonicClock.now() < end else { return false }
        usleep(2000)
    }
    return true
}

/// Takes the next frame out of a slot.
func nextFrame(_ slot: FrameOutput, within seconds: Double = 20) async -> Frame? {
    var frame: Frame?
    _ = await eventually(within: seconds) {
        frame = slot.take()
        return frame != nil
    }
    return frame
}

extension Frame {
    func bytes(of plane: Int) -> [UInt8] {
        withPlane(plane) { unsafe Array($0) }
    }

    /// One element of a plane, as bytes.
    func element(_ plane: Int, _ x: Int, _ y: Int) -> [UInt8] {
        let count = layout.format.planes[plane].bytes
        let start = y * layout.planes[plane].stride + x * count
        return withPlane(plane) { bytes in unsafe Array(bytes[start..<start + count]) }
    }
}

extension CaptureRun {
    /// Starts a run with one output.
    convenience init(
        source: Source, request: ModeRequest = ModeRequest(), output: FrameOutput, logger: Logger,
        report: @escaping @Sendable (CaptureEvent) -> Void
    ) throws {
        let outputs = FrameFanOut([output])
        let me = Waker()
        outputs.onWish { me.run.withLock { $0.run }?.wake() }
        try self.init(
            CaptureConfiguration(source, mode: request), outputs: outputs, encoder: JPEGEncoder.init,
            logger: logger, report: report)
        me.run.withLock { $0.run = self }
        try begin()
    }
}

/// Wakes a run that rests.
private final class Waker: Sendable {
    struct Reference {
        weak var run: CaptureRun?
    }

    let run = Mutex(Reference())
}
