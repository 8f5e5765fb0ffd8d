internal import Capture
internal import LinuxIO

/// Sessions on their way out, each on a thread of its own: a driver may take its time.
///
/// Confined to the loop's thread.
final class ClosingSessions {
    /// Called when a session has ended.
    var onClose: () -> Void = {}

    private let loop: EventLoop
    private var sources: [UInt64: Source] = [:]
    private var count: UInt64 = 0

    init(loop: EventLoop) { self.loop = loop }

    /// Whether a session of this source is still closing; until then a driver answers a second open with "busy".
    func contains(_ source: Source) -> Bool { sources.values.contains(source) }

    /// Ends a session.
    func close(_ session: CaptureSession, of source: Source) {
        count += 1
        let number = count
        sources[number] = source
        let inbox = loop.inbox
        let me = LoopBound(self)
        let work: @Sendable () -> Void = {
            session.stop()
            inbox.post { me.object?.closed(number) }
        }
        do {
            _ = try SystemThread(name: "close camera", work)
        } catch {
            // Without a thread the loop has to wait itself, a bounded time.
            work()
        }
    }

    private func closed(_ number: UInt64) {
        sources[number] = nil
        onClose()
    }
}
