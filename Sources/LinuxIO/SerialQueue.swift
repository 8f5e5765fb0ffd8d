internal import CLinux
internal import Glibc
internal import Synchronization

/// A queue that does one piece of work after the other on a thread of its own, which ends when there is nothing left to do.
public final class SerialQueue: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let name: String
    private let niceness: Int32
    private let state = Mutex(State())

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - name: The thread's name; at most 15 bytes are kept.
    ///   - niceness: Above zero for a thread of low priority, so that frames keep the processor; threads that the work starts have it,
    ///     too.
    public init(name: String, niceness: Int32 = 0) {
        self.name = name
        self.niceness = niceness
    }

    /// Adds work, from any thread.
    public func add(_ work: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.work.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        do {
            _ = try SystemThread(name: name) { [self] in
                // The priority of the calling thread alone (`setpriority(2)`, "C library/kernel differences").
                if niceness != 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
                run()
            }
        } catch {
            // Without a thread the work is done here: late is better than never.
            run()
        }
    }

    private func run() {
        while let next = state.withLock({ state -> (@Sendable () -> Void)? in
            state.isRunning = !state.work.isEmpty
            return state.work.isEmpty ? nil : state.work.removeFirst()
        }) {
            next()
        }
    }
}
