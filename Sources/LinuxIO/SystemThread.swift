internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread of our own, for work that may block; the name shows in `top -H` and debuggers.
///
/// Swift's concurrency runtime has few threads and none of them may block, so the camera and the renderer have theirs.
public final class SystemThread: Sendable {
    private let ended: Gate
    private let meter: ThreadMeter

    /// Starts a thread (`pthread_create`, detached: its stack goes when it ends, whether anyone waits or not).
    ///
    /// - Parameters:
    ///   - name: The thread's name; at most 15 bytes are kept.
    ///   - body: The thread's work; the thread ends when it returns.
    /// - Throws: The error of `pthread_create`: there are too many threads.
    public init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let (ended, meter) = (try Gate(), ThreadMeter())
        (self.ended, self.meter) = (ended, meter)
        let work = unsafe Unmanaged.passRetained(
            Work {
                unsafe pthread_setname_np(pthread_self(), String(name.prefix(15)))
                meter.begin()
                body()
                meter.end()
                ended.open()
            })
        var handle = pthread_t()
        let code = unsafe pthread_create(&handle, nil, threadEntry, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            throw SystemError(call: "pthread_create", target: name, code: code)
        }
        pthread_detach(handle)
    }

    /// Waits until the thread's work is done, and not longer than the limit.
    ///
    /// - Parameter seconds: The limit. A thread that outlasts it is left to itself.
    /// - Returns: True when it is done. On the thread itself: false, at once.
    @discardableResult
    public func join(within seconds: Int) -> Bool { join(until: MonotonicClock.moment(in: seconds)) }

    /// Waits until the thread's work is done, as ``join(within:)`` does.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of ``MonotonicClock``.
    /// - Returns: True when it is done. On the thread itself: false, at once.
    @discardableResult
    public func join(until deadline: Int64) -> Bool {
        guard !meter.isOfCurrentThread else { return false }
        return ended.wait(until: deadline)
    }

    /// Does some work on a thread of its own, and gives its result.
    ///
    /// - Parameters:
    ///   - name: The thread's name.
    ///   - deadline: The moment to stop waiting, in nanoseconds of ``MonotonicClock``.
    ///   - work: The work; done at once where there is no thread for it.
    /// - Returns: The result; nil where it has not come by then. The thread is left to itself.
    public static func result<Value: Sendable>(
        name: String, until deadline: Int64, of work: @escaping @Sendable () -> Value
    ) -> Value? {
        let answer = Answer<Value>()
        let thread = try? SystemThread(name: name) {
            let value = work()
            answer.value.withLock { $0 = value }
        }
        guard let thread else { return work() }
        thread.join(until: deadline)
        return answer.value.withLock { $0 }
    }

    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// True on the thread itself.
    public var isCurrent: Bool { meter.isOfCurrentThread }

    /// The processor time that the thread has used until now, or until its end, in nanoseconds
    /// (`pthread_getcpuclockid`).
    public var processorTime: Int64 { meter.time }

    fileprivate final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// A meter of a thread's processor time; readable from other threads while it runs and afterwards.
private final class ThreadMeter: Sendable {
    private enum State {
        case unknown
        case running(clockid_t)
        case over(Int64)
    }

    private let state = Mutex(State.unknown)
    private let thread = Atomic<pthread_t>(0)

    var isOfCurrentThread: Bool { thread.load(ordering: .relaxed) == pthread_self() }

    /// Starts the meter; called on the thread.
    func begin() {
        thread.store(pthread_self(), ordering: .relaxed)
        var clock = clockid_t()
        guard unsafe pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return }
        state.withLock { [clock] in $0 = .running(clock) }
    }

    /// Keeps the last value; called on the thread, because its clock goes with it.
    func end() {
        state.withLock { $0 = .over(MonotonicClock.threadTime()) }
        thread.store(0, ordering: .relaxed)
    }

    var time: Int64 {
        state.withLock { state in
            switch state {
            case .unknown: 0
            case .running(let clock): MonotonicClock.read(clock)
            case .over(let time): time
            }
        }
    }
}

private func threadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<SystemThread.Work>.fromOpaque(argument).takeRetainedValue().body()
    return nil
}
