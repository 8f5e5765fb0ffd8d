internal import Synchronization

/// A descriptor that an ``EventLoop`` waits for.
///
/// The loop calls `prepareToWait`, waits for every source at once, then calls `finishWaiting` on every source, whatever
/// came. The pair exists for `wl_display_prepare_read` and `wl_display_read_events`. All calls come on the loop's thread.
public protocol EventSource: AnyObject {
    /// The descriptor; it stays the same while the source is in the loop. A negative one is not waited for (`poll`).
    var descriptor: Int32 { get }
    /// Called before each wait.
    ///
    /// - Returns: The events to wait for; nil when it has handled some that had come already: the loop then does not wait, since
    ///   there may be something to do about them.
    func prepareToWait() -> Poll.Events?
    /// Called after each wait with the events that came; empty when there were none.
    func finishWaiting(_ ready: Poll.Events)
}

/// The main thread's loop: descriptors, timers and work posted from other threads.
///
/// Confined to the thread that runs it; only ``Inbox`` crosses threads.
public final class EventLoop {
    /// The way into the loop from other threads; thread-safe.
    public final class Inbox: Sendable {
        fileprivate let bell: Wakeup
        fileprivate let waiting = Mutex<[@Sendable () -> Void]>([])

        fileprivate init() throws(SystemError) { bell = try Wakeup() }

        /// Runs the work on the loop's thread, after earlier posts.
        public func post(_ work: @escaping @Sendable () -> Void) {
            waiting.withLock { $0.append(work) }
            bell.ring()
        }
    }

    /// The identity of a timer, to cancel it by.
    public struct TimerID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Timer {
        let id: TimerID
        let due: Int64
        let action: () -> Void
    }

    /// The way into the loop from other threads.
    public let inbox: Inbox
    private var sources: [any EventSource] = []
    private var timers: [Timer] = []
    private var polled = Poll.List()
    private var lastTimer: UInt64 = 0
    private var isStopped = false

    /// Makes a loop with nothing to wait for.
    public init() throws(SystemError) { inbox = try Inbox() }

    /// Adds a source; the loop keeps it alive.
    public func add(_ source: any EventSource) { sources.append(source) }

    /// Removes a source; it is not called again.
    public func remove(_ source: any EventSource) { sources.removeAll { $0 === source } }

    /// Schedules one call of `action`.
    ///
    /// - Parameters:
    ///   - due: The moment of the call, in nanoseconds of ``MonotonicClock``.
    ///   - action: Runs on the loop's thread.
    /// - Returns: The identity to cancel it by.
    @discardableResult
    public func schedule(at due: Int64, _ action: @escaping () -> Void) -> TimerID {
        lastTimer += 1
        let timer = Timer(id: TimerID(number: lastTimer), due: due, action: action)
        let place = timers.firstIndex { $0.due > due } ?? timers.endIndex
        timers.insert(timer, at: place)
        return timer.id
    }

    /// Removes a timer; one that has fired or is unknown is ignored.
    public func cancel(_ id: TimerID) { timers.removeAll { $0.id == id } }

    /// Removes the timer that is kept somewhere, if there is one, and forgets it.
    public func cancel(_ timer: inout TimerID?) {
        timer.map(cancel)
        timer = nil
    }

    /// Plans a call in the place of the one that was planned.
    ///
    /// - Parameters:
    ///   - timer: The one that was planned, and the new one.
    ///   - moment: The moment of the call; nil for none.
    ///   - action: Runs on the loop's thread.
    public func replan(_ timer: inout TimerID?, at moment: Int64?, _ action: @escaping () -> Void) {
        cancel(&timer)
        timer = moment.map { schedule(at: $0, action) }
    }

    /// Runs until ``stop()``.
    public func run() throws(SystemError) {
        defer { isStopped = false }
        while !isStopped { try turn() }
    }

    /// Ends ``run()`` after the current turn; before it, the next one ends at once.
    public func stop() { isStopped = true }

    /// Waits once and handles the events; for callers with a loop of their own.
    ///
    /// - Parameter deadline: The moment to return at the latest, in nanoseconds of ``MonotonicClock``.
    /// - Throws: The error of `ppoll`.
    public func turn(until deadline: Int64? = nil) throws(SystemError) {
        let waited = sources
        polled.removeAll()
        polled.append(Poll.Entry(inbox.bell.descriptor, .readable))
        var deadline = earliest(timers.first?.due, deadline)
        for source in waited {
            let events = source.prepareToWait()
            polled.append(Poll.Entry(source.descriptor, events ?? []))
            if events == nil { deadline = MonotonicClock.now() }
        }
        do throws(SystemError) {
            try polled.wait(until: deadline)
        } catch {
            for source in waited { source.finishWaiting([]) }
            throw error
        }
        let isPosted = !polled[0].isEmpty
        for (index, source) in waited.enumerated() { source.finishWaiting(polled[index + 1]) }
        if isPosted { runPosted() }
        fireTimers()
    }

    private func runPosted() {
        inbox.bell.clear()
        let work = inbox.waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for item in work { item() }
    }

    private func fireTimers() {
        let now = MonotonicClock.now()
        while let first = timers.first, first.due <= now {
            timers.removeFirst()
            first.action()
        }
    }

    private func earliest(_ first: Int64?, _ second: Int64?) -> Int64? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}
