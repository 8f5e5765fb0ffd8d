internal import LinuxIO
internal import Synchronization

/// A look from outside at the render thread: whether it comes back from the graphics driver.
///
/// A driver's calls know no limit, and a thread that hangs in one cannot tell. So the thread notes when it wakes and when it sleeps, and another one
/// looks after the time that a device may take. That one sleeps while the render thread does: a view with nothing to show wakes nobody.
/// Thread-safe.
final class RenderWatch: Sendable {
    /// A device that the thread works with.
    private struct Device {
        var name = "the graphics device"
        /// The longest time that the thread may take until it sleeps again, in nanoseconds; drivers that are loaded may come from a slow disk.
        var patience: Int64 = 60_000_000_000
    }

    /// The time beyond a device's patience that the thread has to tell of a loss by itself, in nanoseconds.
    private static let grace: Int64 = 2_000_000_000

    private let device = Mutex(Device())
    /// The moment since which the thread is at work; 0 while it sleeps.
    private let begin = Atomic<Int64>(0)
    /// True while the other thread waits for the render thread to wake.
    private let isResting = Atomic(false)
    /// True from the moment on at which the thread was found to hang.
    private let isFound = Atomic(false)
    private let isOver = Atomic(false)
    private let bell: Wakeup

    init() throws(SystemError) { bell = try Wakeup() }

    /// True while the render thread hangs.
    var hangs: Bool { isFound.load(ordering: .sequentiallyConsistent) }

    // MARK: - The render thread's side

    /// Tells with which device the thread works from now on.
    ///
    /// - Parameters:
    ///   - name: The device's name.
    ///   - patience: The longest time that it may take for its work, in nanoseconds.
    func works(with name: String, patience: Int64) {
        device.withLock { $0 = Device(name: name, patience: patience) }
        works()
        // The other thread waits for the end of another patience.
        bell.ring()
    }

    /// Tells that the thread is at work, or goes on with something else.
    func works() {
        begin.store(MonotonicClock.now(), ordering: .sequentiallyConsistent)
        if isResting.load(ordering: .sequentiallyConsistent) || hangs { bell.ring() }
    }

    /// Tells that the thread is about to sleep.
    func sleeps() {
        begin.store(0, ordering: .sequentiallyConsistent)
        if hangs { bell.ring() }
    }

    /// Ends the watch.
    func end() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        bell.ring()
    }

    // MARK: - The other thread

    /// Watches until the end.
    ///
    /// - Parameter tell: Told the name of a device whose driver does not come back, and nil once it has.
    func run(_ tell: (String?) -> Void) {
        while !isOver.load(ordering: .sequentiallyConsistent) {
            let seen = begin.load(ordering: .sequentiallyConsistent)
            let device = device.withLock { $0 }
            let end = seen + device.patience + Self.grace
            if seen == 0 {
                isResting.store(true, ordering: .sequentiallyConsistent)
                if isUnchanged(seen) { bell.wait() }
                isResting.store(false, ordering: .sequentiallyConsistent)
            } else if MonotonicClock.now() < end {
                bell.wait(until: end)
            } else {
                isFound.store(true, ordering: .sequentiallyConsistent)
                // One that has come back meanwhile has not rung.
                if isUnchanged(seen) {
                    tell(device.name)
                    while isUnchanged(seen) { bell.wait() }
                    if begin.load(ordering: .sequentiallyConsistent) != seen { tell(nil) }
                }
                isFound.store(false, ordering: .sequentiallyConsistent)
            }
        }
    }

    /// True while the thread has neither come back nor slept, and the watch has not ended.
    private func isUnchanged(_ seen: Int64) -> Bool {
        begin.load(ordering: .sequentiallyConsistent) == seen
            && !isOver.load(ordering: .sequentiallyConsistent)
    }
}
