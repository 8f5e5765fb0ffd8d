internal import Glibc
internal import LinuxIO
internal import Synchronization

/// A thread that fills the processor's caches with something else, until its end.
final class CacheChurn: Sendable {
    private let isOver: Shared
    private let thread: SystemThread?

    private final class Shared: Sendable {
        let flag = Atomic(false)
    }

    /// Starts the thread; where there is none to be had, nothing is churned.
    init() {
        let shared = Shared()
        isOver = shared
        thread = try? SystemThread(name: "cache churn") {
            // More than most caches of a processor's own.
            var memory = [UInt64](repeating: 0, count: 1 << 19)
            var round: UInt64 = 0
            while !shared.flag.load(ordering: .relaxed) {
                round += 1
                for word in stride(from: Int(round % 8), to: memory.count, by: 8) { memory[word] &+= round }
                // One processor may have to do everything.
                sched_yield()
            }
        }
    }

    deinit {
        isOver.flag.store(true, ordering: .relaxed)
        thread?.join(within: 1)
    }
}
