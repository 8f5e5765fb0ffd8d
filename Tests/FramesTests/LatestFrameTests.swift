import Frames
import LinuxIO
import Synchronization
import Testing

/// Owns four buffers and counts how often each comes back.
private final class Source: FrameRecycler {
    private struct State {
        var free: [Int]
        var returned = 0
        var errors = 0
    }

    private let state: Mutex<State>
    let buffers: [FrameBuffer]

    init(count: Int) {
        buffers = (0..<count).map { unsafe FrameBuffer(index: $0, memories: [], owner: 0) }
        state = Mutex(State(free: Array(0..<count)))
    }

    func recycle(_ buffer: FrameBuffer) {
        state.withLock { state in
            state.returned += 1
            if state.free.contains(buffer.index) { state.errors += 1 }
            state.free.append(buffer.index)
        }
    }

    func frame(_ sequence: UInt32) -> Frame? {
        guard let index = state.withLock({ $0.free.popLast() }) else { return nil }
        return Frame(
            buffer: buffers[index], byteCount: 0,
            layout: FrameLayout(format: .grey, size: PixelSize(width: 1, height: 1)),
            color: ColorDescription(matrix: .bt601, range: .full),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: sequence, recycler: self)
    }

    var returned: Int { state.withLock { $0.returned } }
    var errors: Int { state.withLock { $0.errors } }
    var freeCount: Int { state.withLock { $0.free.count } }
}

@Test func everyBufferComesBackOnceBetweenTwoThreads() throws {
    let count: UInt32 = 200_000
    let (source, slot, bell) = (Source(count: 4), LatestFrame(), try Wakeup())
    let isDone = Atomic(false)
    let taken = Atomic(0)
    let disorder = Atomic(0)
    slot.onArrival { bell.ring() }
    let consumer = try SystemThread(name: "consumer") {
        var last: UInt32?
        while true {
            bell.wait()
            let wasDone = isDone.load(ordering: .acquiring)
            while let frame = slot.take() {
                if let last, frame.sequence <= last { disorder.add(1, ordering: .relaxed) }
                last = frame.sequence
                taken.add(1, ordering: .relaxed)
            }
            if wasDone { return }
        }
    }
    for sequence in 0..<count {
        // Four buffers always suffice: one is in the slot, one with the consumer, one on its way between them.
        slot.publish(try #require(source.frame(sequence)))
    }
    isDone.store(true, ordering: .releasing)
    bell.ring()
    #expect(consumer.join(within: 60))
    #expect(source.returned == Int(count) && source.errors == 0 && source.freeCount == 4)
    #expect(taken.load(ordering: .relaxed) + Int(slot.replaced) == Int(count))
    #expect(disorder.load(ordering: .relaxed) == 0)
}

@Test func newestWinsAndTheReplacedGoesBackAtOnce() {
    let (source, slot) = (Source(count: 4), LatestFrame())
    for number in 1...3 as ClosedRange<UInt32> {
        if let frame = source.frame(number) { slot.publish(frame) }
        #expect(source.freeCount == 3)
    }
    #expect(slot.replaced == 2)
    #expect(slot.take()?.sequence == 3)
    #expect(slot.take() == nil && source.freeCount == 4)
}

@Test func arrivalIsToldForEachFrameAndForOneThatWaits() {
    let (source, slot) = (Source(count: 4), LatestFrame())
    let told = Atomic(0)
    if let frame = source.frame(0) { slot.publish(frame) }
    slot.onArrival { told.add(1, ordering: .relaxed) }
    #expect(told.load(ordering: .relaxed) == 1)
    if let frame = source.frame(1) { slot.publish(frame) }
    #expect(told.load(ordering: .relaxed) == 2)
    slot.onArrival(nil)
    if let frame = source.frame(2) { slot.publish(frame) }
    #expect(told.load(ordering: .relaxed) == 2)
}

@Test func theSlotCanBeUsedFromWhatItCalls() {
    // The end of a replaced frame and the arrival both run outside the slot's lock.
    let (source, slot) = (Source(count: 4), LatestFrame())
    slot.onArrival { _ = slot.replaced }
    for number in 0..<3 as Range<UInt32> { if let frame = source.frame(number) { slot.publish(frame) } }
    #expect(slot.replaced == 2)
}

@Test func sharedFrameKeepsItsBufferUntilTheLastConsumer() {
    let source = Source(count: 1)
    var first = source.frame(0)
    var second = first
    first = nil
    #expect(source.freeCount == 0 && second?.sequence == 0)
    second = nil
    #expect(source.freeCount == 1)
}

@Test func aSlotTellsWhenNobodyLooksAndWhenSomeoneLooksAgain() throws {
    let (source, slot) = (Source(count: 4), LatestFrame())
    let returns = Atomic(0)
    slot.onReturn { returns.add(1, ordering: .relaxed) }
    for sequence in 0..<20 as Range<UInt32> { slot.publish(try #require(source.frame(sequence))) }
    #expect(!slot.isNeglected)
    #expect(slot.take() != nil)
    #expect(returns.load(ordering: .relaxed) == 0)
    for sequence in 20..<60 as Range<UInt32> { slot.publish(try #require(source.frame(sequence))) }
    #expect(slot.isNeglected)
    #expect(slot.take()?.sequence == 59)
    #expect(!slot.isNeglected && returns.load(ordering: .relaxed) == 1)
    #expect(slot.take() == nil)
    #expect(returns.load(ordering: .relaxed) == 1)
}
