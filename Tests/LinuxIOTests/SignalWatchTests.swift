import Glibc
import LinuxIO
import Testing

/// Signals that are held for a loop: what children know of that.
struct SignalWatchTests {
    /// In a process of its own, whose signals are held.
    @Test func childrenDoNotHoldTheSignals() async {
        await #expect(processExitsWith: .success) {
            let watch = try SignalWatch([SIGUSR1, SIGHUP]) { _ in }
            defer { withExtendedLifetime(watch) {} }
            var mask = sigset_t()
            sigemptyset(&mask)
            sigaddset(&mask, SIGUSR2)
            pthread_sigmask(SIG_BLOCK, &mask, nil)
            // Swift hides it, since a child may do little.
            let fork = try #require(dlsym(nil, "fork"))
            let child = unsafeBitCast(fork, to: (@convention(c) () -> pid_t).self)()
            if child == 0 {
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                _exit(
                    sigismember(&mask, SIGUSR1) + sigismember(&mask, SIGHUP) + 4 * sigismember(&mask, SIGUSR2)
                )
            }
            var status: Int32 = 0
            #expect(waitpid(child, &status, 0) == child)
            #expect(status == 4 << 8, "\(status): another's mask stays")
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            #expect(sigismember(&mask, SIGHUP) == 1, "this one holds them still")
        }
    }
}
