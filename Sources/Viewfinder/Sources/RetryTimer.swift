internal import LinuxIO

/// The moments at which what is missed is looked for: soon at first, then less and less often.
///
/// Confined to the loop's thread.
final class RetryTimer {
    /// The longest time from one look at what may have passed to the next one, in nanoseconds.
    static let longest: Int64 = 5_000_000_000
    /// The longest time for a camera that was unplugged: the system tells when it comes back, but for a loose contact.
    static let longestOfUnplugged: Int64 = 60_000_000_000

    private static let shortest: Int64 = 100_000_000

    /// Called at each moment.
    var onMoment: () -> Void = {}

    private let loop: EventLoop
    private var delay = shortest
    private var timer: EventLoop.TimerID?

    /// Makes a timer without a moment.
    init(loop: EventLoop) { self.loop = loop }

    /// Plans the next moment, unless there is one.
    ///
    /// - Parameter longest: The most nanoseconds from that moment to the one after it.
    func plan(upTo longest: Int64) {
        guard timer == nil else { return }
        timer = loop.schedule(at: MonotonicClock.now() + delay) { [weak self] in
            self?.timer = nil
            self?.onMoment()
        }
        delay = min(delay * 2, longest)
    }

    /// Forgets the next moment, and begins with a short time.
    func restart() {
        cancel()
        delay = Self.shortest
    }

    /// Forgets the next moment.
    func cancel() { loop.cancel(&timer) }
}
