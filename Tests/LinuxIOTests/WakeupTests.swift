import LinuxIO
import Synchronization
import Testing

@Test func ringsBeforeTheWaitAreNotLostAndWakeOnce() throws {
    let bell = try Wakeup()
    for _ in 0..<3 { bell.ring() }
    #expect(bell.wait(until: MonotonicClock.now()))
    #expect(!bell.wait(until: MonotonicClock.now()))
}

@Test func clearForgets() throws {
    let bell = try Wakeup()
    bell.ring()
    bell.clear()
    #expect(!bell.wait(until: MonotonicClock.now()))
}

@Test func ringWakesAnotherThread() throws {
    let (bell, answer) = (try Wakeup(), try Wakeup())
    let thread = try SystemThread(name: "sleeper") {
        if bell.wait() { answer.ring() }
    }
    #expect(!answer.wait(until: MonotonicClock.now() + 10_000_000))
    bell.ring()
    #expect(answer.wait(until: MonotonicClock.now() + 5_000_000_000))
    #expect(thread.join(within: 5))
}

@Test func threadsCarryTheirNameAndCanBeLeftBehind() throws {
    let name = Mutex("")
    let bell = try Wakeup()
    let thread = try SystemThread(name: "a name that is too long") {
        name.withLock { $0 = currentThreadName() }
        bell.wait()
    }
    #expect(!thread.join(within: 0))
    bell.ring()
    let end = MonotonicClock.now() + 5_000_000_000
    while name.withLock({ $0.isEmpty }), MonotonicClock.now() < end {}
    #expect(name.withLock { $0 } == "a name that is ")
}
