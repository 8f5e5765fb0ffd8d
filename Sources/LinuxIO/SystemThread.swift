internal import CLinux
internal import Glibc

/// A thread of our own, for work that may block; the name shows in `top -H` and debuggers.
///
/// Swift's concurrency runtime has few threads and none of them may block, so the camera and the renderer have theirs.
public final class SystemThread: Sendable {
    private let ended: Wakeup

    /// Starts a thread (`pthread_create`, detached: its stack goes when it ends, whether anyone waits or not).
    ///
    /// - Parameters:
    ///   - name: At most 15 bytes are kept.
    ///   - body: What it runs; the thread ends when this returns.
    /// - Throws: What `pthread_create` answers: there are too many threads.
    public init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        ended = try Wakeup()
        let work = unsafe Unmanaged.passRetained(Work(name: name, ended: ended, body: body))
        var handle = pthread_t()
        let code = unsafe pthread_create(&handle, nil, threadEntry, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            throw SystemError(call: "pthread_create", target: name, code: code)
        }
        pthread_detach(handle)
    }

    /// Waits until the thread's work is done, and not longer than the limit; call at most once.
    ///
    /// - Parameter seconds: The limit. A thread that outlasts it is left to itself.
    /// - Returns: Whether it is done.
    @discardableResult
    public func join(within seconds: Int) -> Bool {
        ended.wait(until: MonotonicClock.now() + Int64(seconds) * 1_000_000_000)
    }

    fileprivate final class Work: Sendable {
        let name: String
        let ended: Wakeup
        let body: @Sendable () -> Void

        init(name: String, ended: Wakeup, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.ended = ended
            self.body = body
        }
    }
}

private func threadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    let work = unsafe Unmanaged<SystemThread.Work>.fromOpaque(argument).takeRetainedValue()
    unsafe pthread_setname_np(pthread_self(), String(work.name.prefix(15)))
    work.body()
    work.ended.ring()
    return nil
}
