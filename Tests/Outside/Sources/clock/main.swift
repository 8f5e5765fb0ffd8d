import Glibc
import LinuxIO

let loop = try EventLoop()
let begin = MonotonicClock.now()

@MainActor func tick() {
    print((MonotonicClock.now() - begin) / 1_000_000, "ms")
    loop.schedule(at: MonotonicClock.now() + 100_000_000) { tick() }
}

loop.add(try SignalWatch([SIGINT, SIGTERM]) { _ in loop.stop() })
tick()
try loop.run()
