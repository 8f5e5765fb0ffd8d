import LinuxIO
import Synchronization
import Testing

@Test func ringsBeforeTheWaitAreNotLostAndWakeOnce() throws {
    let bell = try Wakeup()
    for _ in 0..<3 { bell.ring() }
    #expect(bell.wait(until: MonotonicClock.now()))
    #expect(!bell.wait(until: MonotonicClock.now()))
}

@Test func aRingAtTheDeadlineIsTheNextWaits() throws {
    let (bell, answer) = (try Wakeup(), try Wakeup())
    let isOver = Atomic(false)
    let thread = try SystemThread(name: "polls") {
        while !isOver.load(ordering: .relaxed) {
            if bell.wait(until: 0) { answer.ring() }
        }
    }
    for _ in 0..<2000 {
        bell.ring()
        guard answer.wait(until: MonotonicClock.now() + 5_000_000_000) else {
            Issue.record("a ring was lost")
            break
        }
    }
    isOver.store(true, ordering: .relaxed)
    #expect(thread.join(within: 5))
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

@Test func threadsCarryTheirName() throws {
    let name = Mutex("")
    let thread = try SystemThread(name: "a name that is too long") {
        name.withLock { $0 = currentThreadName() }
    }
    #expect(thread.join(within: 5))
    #expect(name.withLock { $0 } == "a name that is ")
}

@Test func threadsThatOutlastTheLimitAreLeftToThemselves() throws {
    let (bell, done) = (try Wakeup(), try Wakeup())
    let thread = try SystemThread(name: "sleeper") {
        bell.wait()
        done.ring()
    }
    #expect(!thread.join(within: 0))
    bell.ring()
    #expect(done.wait(until: MonotonicClock.now() + 5_000_000_000))
}

@Test func threadsThatNobodyJoinsLeaveNothingBehind() throws {
    // Each would keep its stack, and thousands would exhaust the address space or the limit of threads.
    for _ in 0..<3000 {
        let done = try Wakeup()
        _ = try SystemThread(name: "forgotten") { done.ring() }
        #expect(done.wait(until: MonotonicClock.now() + 5_000_000_000))
    }
}
