import LinuxIO
import Synchronization
import Testing

/// Counts what the loop does with a source.
private final class Probe: EventSource {
    let bell: Wakeup
    var prepared = 0
    var finished: [Poll.Events] = []
    var onReady: () -> Void = {}
    /// True while events are there before the wait.
    var hasEvents = false

    init() throws { bell = try Wakeup() }

    var descriptor: Int32 { bell.descriptor }

    func prepareToWait() -> Poll.Events? {
        prepared += 1
        return hasEvents ? nil : .readable
    }

    func finishWaiting(_ ready: Poll.Events) {
        finished.append(ready)
        bell.clear()
        if !ready.isEmpty { onReady() }
    }
}

private func soon(_ milliseconds: Int64) -> Int64 { MonotonicClock.now() + milliseconds * 1_000_000 }

@Test func everySourceIsPreparedAndFinishedEachTurn() throws {
    let loop = try EventLoop()
    let (quiet, loud) = (try Probe(), try Probe())
    loop.add(quiet)
    loop.add(loud)
    loud.bell.ring()
    try loop.turn()
    try loop.turn(until: soon(1))
    #expect(quiet.prepared == 2 && quiet.finished == [[], []])
    #expect(loud.prepared == 2 && loud.finished == [.readable, []])
    loop.remove(quiet)
    try loop.turn(until: soon(1))
    #expect(quiet.prepared == 2 && loud.prepared == 3)
}

@Test func whatWasHandledBeforeTheWaitIsNotWaitedFor() throws {
    let loop = try EventLoop()
    let (early, other) = (try Probe(), try Probe())
    early.hasEvents = true
    loop.add(early)
    loop.add(other)
    // Without a limit it would wait for ever.
    try loop.turn()
    #expect(early.finished == [[]] && other.finished == [[]])
}

@Test func sourcesMayComeAndGoDuringATurn() throws {
    let loop = try EventLoop()
    let (first, second) = (try Probe(), try Probe())
    first.onReady = {
        loop.remove(first)
        loop.add(second)
    }
    loop.add(first)
    first.bell.ring()
    try loop.turn()
    second.bell.ring()
    try loop.turn()
    #expect(first.finished == [.readable] && second.finished == [.readable])
    // It holds the source that holds it.
    first.onReady = {}
}

@Test func postedWorkRunsInOrderOnTheLoopsThread() throws {
    let loop = try EventLoop()
    let inbox = loop.inbox
    let seen = Mutex<[Int]>([])
    let thread = try SystemThread(name: "poster") {
        for number in 0..<1000 { inbox.post { seen.withLock { $0.append(number) } } }
    }
    while seen.withLock({ $0.count }) < 1000 { try loop.turn(until: soon(1000)) }
    #expect(seen.withLock { $0 } == Array(0..<1000))
    #expect(thread.join(within: 5))
}

@Test func workPostedByWorkRunsInTheNextTurn() throws {
    let loop = try EventLoop()
    let inbox = loop.inbox
    let order = Mutex<[String]>([])
    inbox.post {
        order.withLock { $0.append("first") }
        inbox.post { order.withLock { $0.append("second") } }
    }
    try loop.turn()
    #expect(order.withLock { $0 } == ["first"])
    try loop.turn()
    #expect(order.withLock { $0 } == ["first", "second"])
}

@Test func timersFireInOrderOnceAndNotBeforeTheirTime() throws {
    let loop = try EventLoop()
    var fired: [Int] = []
    let start = MonotonicClock.now()
    loop.schedule(at: start + 20_000_000) { fired.append(2) }
    loop.schedule(at: start + 10_000_000) { fired.append(1) }
    let cancelled = loop.schedule(at: start + 15_000_000) { fired.append(9) }
    loop.cancel(cancelled)
    loop.cancel(cancelled)
    loop.schedule(at: start) { loop.schedule(at: start + 30_000_000) { loop.stop() } }
    try loop.run()
    #expect(fired == [1, 2])
    #expect(MonotonicClock.now() - start >= 30_000_000)
}

@Test func stopEndsTheRunFromInsideAndItCanRunAgain() throws {
    let loop = try EventLoop()
    for _ in 0..<2 {
        loop.schedule(at: MonotonicClock.now()) { loop.stop() }
        try loop.run()
    }
}

@Test func aStopBeforeTheRunEndsTheNextOneAlone() throws {
    let loop = try EventLoop()
    loop.stop()
    try loop.run()
    var hasFired = false
    loop.schedule(at: .min) {
        hasFired = true
        loop.stop()
    }
    try loop.run()
    #expect(hasFired)
}

@Test func clockNeverGoesBackAndWorkCostsProcessorTime() {
    var last = MonotonicClock.now()
    let processor = MonotonicClock.processorTime()
    for _ in 0..<100_000 {
        let now = MonotonicClock.now()
        if now < last { Issue.record("the clock went back") }
        last = now
    }
    #expect(MonotonicClock.processorTime() > processor)
}
