internal import LinuxIO

/// One key that is held: calls again and again until it is stopped.
final class KeyRepeat {
    let key: UInt32
    private let loop: EventLoop
    private let interval: Int64
    private let press: () -> Void
    private var timer: EventLoop.TimerID?

    /// Starts to wait.
    ///
    /// - Parameters:
    ///   - key: Which key is held.
    ///   - loop: Whose timers are used.
    ///   - delay: Milliseconds before the first repeat.
    ///   - rate: Repeats per second, at least 1.
    ///   - press: Called at each repeat.
    init(_ key: UInt32, loop: EventLoop, delay: Int64, rate: Int64, press: @escaping () -> Void) {
        self.key = key
        self.loop = loop
        interval = 1_000_000_000 / rate
        self.press = press
        schedule(after: max(0, delay) * 1_000_000)
    }

    func stop() {
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    /// Counted from now and not from the last repeat: a program that was slow must not get a burst of keys.
    private func schedule(after nanoseconds: Int64) {
        timer = loop.schedule(at: MonotonicClock.now() + nanoseconds) { [weak self] in
            guard let self else { return }
            schedule(after: interval)
            press()
        }
    }
}
