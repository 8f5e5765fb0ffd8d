internal import Capture
internal import Frames
internal import LinuxIO

/// Sessions on their way out, each on a thread of its own: a driver may take its time.
///
/// Confined to the loop's thread.
final class ClosingSessions {
    /// Called when a session has ended; true when its source had been lost before.
    var onClose: (_ wasLost: Bool) -> Void = { _ in }

    private let loop: EventLoop
    private var leaving: [UInt64: RunningSource] = [:]
    private var count: UInt64 = 0

    init(loop: EventLoop) { self.loop = loop }

    /// Tells whether a session of this source is still closing; until then a driver answers a second open with "busy".
    func contains(_ source: Source) -> Bool { leaving.values.contains { $0.entry.source == source } }

    /// Ends a source's session.
    func close(_ running: RunningSource) {
        count += 1
        let number = count
        leaving[number] = running
        let session = running.session
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
        guard let gone = leaving.removeValue(forKey: number) else { return }
        let wasLost = gone.loss != nil
        onClose(wasLost)
    }
}
