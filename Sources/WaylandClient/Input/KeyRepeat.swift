internal import LinuxIO

/// A timer for one key that is held: it calls again and again until it is stopped.
final class KeyRepeat {
    let key: UInt32
    private let loop: EventLoop
    private let interval: Int64
    private let press: () -> Void
    private var timer: EventLoop.TimerID?

    /// Starts to wait.
    ///
    /// - Parameters:
    ///   - key: The number of the held key.
    ///   - loop: The loop whose timers are used.
    ///   - delay: The number of milliseconds before the first repeat.
    ///   - rate: The number of repeats per second, at least 1.
    ///   - press: Called at each repeat.
    init(_ key: UInt32, loop: EventLoop, delay: Int64, rate: Int64, press: @escaping () -> Void) {
        self.key = key
        self.loop = loop
        // No hand is faster, and no time at all between two would leave none for anything else.
        interval = 1_000_000_000 / min(max(1, rate), 1000)
        self.press = press
        schedule(after: max(0, delay) * 1_000_000)
    }

    func stop() { loop.cancel(&timer) }

    /// Schedules the next repeat, counted from now and not from the last one: a program that was slow must not get a
    /// burst of keys.
    private func schedule(after nanoseconds: Int64) {
        timer = loop.schedule(at: MonotonicClock.now() + nanoseconds) { [weak self] in
            guard let self else { return }
            schedule(after: interval)
            press()
        }
    }
}
