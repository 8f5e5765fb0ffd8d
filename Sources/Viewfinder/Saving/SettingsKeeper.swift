internal import LinuxIO

/// The way of settings into their file: a second after a change all that has changed is written, on a thread of its own, and at the end.
///
/// Confined to the loop's thread.
final class SettingsKeeper {
    private static let delay: Int64 = 1_000_000_000

    /// Called when settings cannot be kept.
    var onTrouble: (ViewfinderError) -> Void = { _ in }

    private let file: SettingsFile
    private let loop: EventLoop
    private let queue = SerialQueue(name: "settings")
    private var waiting: [[String]: SettingsChange] = [:]
    private var timer: EventLoop.TimerID?

    /// Makes a keeper that has nothing to write yet.
    init(_ file: SettingsFile, loop: EventLoop) { (self.file, self.loop) = (file, loop) }

    /// Notes a change, which takes the place of an earlier one of the same value.
    func keep(_ change: SettingsChange) {
        guard file.path != nil else { return }
        // What is noted under the former id comes before it, and what follows after.
        if change.formerID != nil { write() }
        defer { if change.formerID != nil { write() } }
        waiting[change.path] = change
        if timer == nil {
            timer = loop.schedule(at: MonotonicClock.now() + Self.delay) { [weak self] in self?.write() }
        }
    }

    /// Writes what waits, and waits for the file.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of `MonotonicClock`.
    /// - Returns: False where the disk has not answered by then.
    func finish(until deadline: Int64) -> Bool {
        write()
        guard let gate = try? Gate() else { return false }
        queue.add { gate.open() }
        return gate.wait(until: deadline)
    }

    private func write() {
        loop.cancel(&timer)
        guard !waiting.isEmpty else { return }
        let changes = Array(waiting.values)
        waiting = [:]
        let (inbox, me) = (loop.inbox, LoopBound(self))
        queue.add { [file] in
            do throws(ViewfinderError) {
                try file.keep(changes)
            } catch {
                inbox.post { me.object?.onTrouble(error) }
            }
        }
    }
}
