import Frames
import Glibc
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
    let (source, slot, bell) = (Source(count: 4), FrameOutput(), try Wakeup())
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
    #expect(taken.load(ordering: .relaxed) + Int(slot.statistics.replaced) == Int(count))
    #expect(disorder.load(ordering: .relaxed) == 0)
}

@Test func newestWinsAndTheReplacedGoesBackAtOnce() {
    let (source, slot) = (Source(count: 4), FrameOutput())
    for number in 1...3 as ClosedRange<UInt32> {
        if let frame = source.frame(number) { slot.publish(frame) }
        #expect(source.freeCount == 3)
    }
    #expect(slot.statistics.replaced == 2)
    #expect(slot.take()?.sequence == 3)
    #expect(slot.take() == nil && source.freeCount == 4)
}

@Test func arrivalIsToldForEachFrameAndForOneThatWaits() {
    let (source, slot) = (Source(count: 4), FrameOutput())
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
    let (source, slot) = (Source(count: 4), FrameOutput())
    slot.onArrival { _ = slot.statistics.replaced }
    for number in 0..<3 as Range<UInt32> { if let frame = source.frame(number) { slot.publish(frame) } }
    #expect(slot.statistics.replaced == 2)
    // It holds the slot that holds it.
    slot.onArrival(nil)
}

/// Calls an output when nothing holds it any more.
private final class Farewell: Sendable {
    let output: FrameOutput

    init(_ output: FrameOutput) { self.output = output }

    deinit { output.finish() }
}

@Test func whatAClosureHeldMayCallTheOutputWhenItEnds() {
    func isFinished(after letGo: (FrameOutput) -> Void, _ hold: (FrameOutput, Farewell) -> Void) -> Bool {
        let output = FrameOutput()
        hold(output, Farewell(output))
        letGo(output)
        return output.isFinished
    }
    #expect(isFinished(after: { $0.onArrival(nil) }) { output, held in output.onArrival { _ = held } })
    #expect(isFinished(after: { $0.onDrop(nil) }) { output, held in output.onDrop { _ in _ = held } })
    #expect(
        isFinished(after: { $0.onWish(of: $0, nil) }) { output, held in output.onWish(of: output) { _ = held }
        })
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

@Test func whoWatchesASourceIsToldOfItsEndAndOfItsNextBeginning() throws {
    let (source, fan) = (Source(count: 1), FrameFanOut())
    let told = Mutex<[Bool]>([])
    fan.onSourceEnded(of: source) { ended in told.withLock { $0.append(ended) } }
    fan.setSourceEnded(false)
    fan.setSourceEnded(true)
    fan.setSourceEnded(true)
    // A frame that comes late begins nothing.
    fan.publish(try #require(source.frame(0)))
    fan.setSourceEnded(false)
    fan.setSourceEnded(true)
    fan.onSourceEnded(of: source, nil)
    fan.setSourceEnded(false)
    #expect(told.withLock { $0 } == [true, false, true])
    fan.setSourceEnded(true)
    fan.onSourceEnded(of: source) { ended in told.withLock { $0.append(ended) } }
    #expect(told.withLock { $0 } == [true, false, true, true])
}

@Test func anOutputTellsWhenNobodyLooksAndWhenSomeoneLooksAgain() throws {
    let (source, slot) = (Source(count: 4), FrameOutput())
    let returns = Atomic(0)
    slot.onWish(of: source) { returns.add(1, ordering: .relaxed) }
    for sequence in 0..<20 as Range<UInt32> { slot.publish(try #require(source.frame(sequence))) }
    #expect(slot.wantsFrames)
    #expect(slot.take() != nil)
    #expect(returns.load(ordering: .relaxed) == 0)
    for sequence in 20..<60 as Range<UInt32> { slot.publish(try #require(source.frame(sequence))) }
    #expect(!slot.wantsFrames)
    #expect(slot.take()?.sequence == 59)
    #expect(slot.wantsFrames && returns.load(ordering: .relaxed) == 1)
    #expect(slot.take() == nil)
    #expect(returns.load(ordering: .relaxed) == 1)
}

@Test func whatWaitedBeforeARestIsNotHandedOut() throws {
    let (source, slot) = (Source(count: 4), FrameOutput())
    let told = Mutex<[FrameDrop]>([])
    slot.onDrop { drop in told.withLock { $0.append(drop) } }
    slot.publish(try #require(source.frame(7)))
    slot.expire()
    #expect(slot.take() == nil && source.freeCount == 4)
    #expect(told.withLock { $0 } == [FrameDrop(sequence: 7, reason: .late)])
    #expect(slot.statistics.taken == 0 && slot.statistics.dropped == [.late: 1])
}

@Test func anOutputThatAlwaysWantsFramesIsNeverNeglected() throws {
    let source = Source(count: 4)
    for output in [FrameOutput(.newest, alwaysWantsFrames: true), FrameOutput(.queue(capacity: 1))] {
        for sequence in 0..<100 as Range<UInt32> { output.publish(try #require(source.frame(sequence))) }
        #expect(output.wantsFrames)
        output.finish()
        #expect(!output.wantsFrames)
        output.expire()
    }
}

@Test(arguments: [FrameOutput.Policy.Overflow.dropsNewest, .dropsOldest])
func aFullQueueLosesAndTellsIt(overflow: FrameOutput.Policy.Overflow) throws {
    let source = Source(count: 8)
    let queue = FrameOutput(.queue(capacity: 3, overflow: overflow))
    let told = Mutex<[FrameDrop]>([])
    queue.onDrop { drop in told.withLock { $0.append(drop) } }
    for sequence in 0..<5 as Range<UInt32> { queue.publish(try #require(source.frame(sequence))) }
    #expect(source.freeCount == 5)
    let lost: [UInt32] = overflow == .dropsNewest ? [3, 4] : [0, 1]
    #expect(told.withLock { $0 } == lost.map { FrameDrop(sequence: $0, reason: .queueFull) })
    var taken: [UInt32] = []
    while let frame = queue.take() { taken.append(frame.sequence) }
    #expect(taken == (0..<5).filter { !lost.contains($0) })
    let counts = queue.statistics
    #expect(counts.published == 5 && counts.taken == 3 && counts.dropped == [.queueFull: 2])
    #expect(source.freeCount == 8 && source.errors == 0)
}

/// A frame of memory that nobody touches.
private func untouched(_ sequence: UInt32, megabytes: Int) -> Frame {
    Frame(
        buffer: FrameBuffer(index: 0, byteCounts: [megabytes << 20]), byteCount: 1,
        layout: FrameLayout(format: .grey, size: PixelSize(width: 1, height: 1)),
        color: ColorDescription(matrix: .bt601, range: .full),
        timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
        sequence: sequence, recycler: nil)
}

@Test(arguments: [FrameOutput.Policy.Overflow.dropsNewest, .dropsOldest])
func aQueueHasALimitOfBytes(overflow: FrameOutput.Policy.Overflow) throws {
    let queue = FrameOutput(.queue(capacity: 30, overflow: overflow))
    func taken() -> [UInt32] {
        var taken: [UInt32] = []
        while let frame = queue.take() { taken.append(frame.sequence) }
        return taken
    }
    for sequence in 0..<4 as Range<UInt32> { queue.publish(untouched(sequence, megabytes: 100)) }
    #expect(queue.statistics.dropped == [.queueFull: 2])
    #expect(taken() == (overflow == .dropsNewest ? [0, 1] : [2, 3]))
    // One that is larger than the limit finds room where no other waits.
    queue.publish(untouched(4, megabytes: 300))
    #expect(taken() == [4])
    // A large one takes the place of as many small ones as it needs.
    for sequence in 5..<10 as Range<UInt32> { queue.publish(untouched(sequence, megabytes: 50)) }
    queue.publish(untouched(10, megabytes: 140))
    #expect(taken() == (overflow == .dropsNewest ? [5, 6, 7, 8, 9] : [8, 9, 10]))
    #expect(queue.statistics.dropped == [.queueFull: overflow == .dropsNewest ? 3 : 5])
}

@Test func aSequenceGivesTheFramesAndEndsWithTheOutput() async throws {
    let (source, queue) = (Source(count: 8), FrameOutput(.queue(capacity: 8)))
    let reader = Task { () -> [UInt32] in
        var numbers: [UInt32] = []
        for await frame in queue.frames { numbers.append(frame.sequence) }
        return numbers
    }
    for sequence in 0..<5 as Range<UInt32> {
        queue.publish(try #require(source.frame(sequence)))
        await Task.yield()
    }
    queue.finish()
    #expect(await reader.value == [0, 1, 2, 3, 4])
    #expect(source.freeCount == 8)
}

@Test func aSequenceEndsWithItsTask() async throws {
    let queue = FrameOutput()
    let reader = Task { for await _ in queue.frames {} }
    try await Task.sleep(for: .milliseconds(20))
    reader.cancel()
    await reader.value
}

@Test func aReaderThatTakesItsTimeHoldsNobodyUp() throws {
    let source = Source(count: 8)
    let (slow, quick) = (FrameOutput(), FrameOutput(.queue(capacity: 4)))
    let outputs = FrameFanOut([slow, quick])
    let gate = try Gate()
    let seen = Mutex<[UInt32]>([])
    let reader = try FrameReader(slow) { frame in
        seen.withLock { $0.append(frame.sequence) }
        _ = gate.wait(until: MonotonicClock.now() + 20_000_000_000)
    }
    for sequence in 0..<200 as Range<UInt32> {
        outputs.publish(try #require(source.frame(sequence)))
        #expect(quick.take()?.sequence == sequence)
    }
    gate.open()
    #expect(reader.finish())
    let numbers = seen.withLock { $0 }
    #expect(numbers.count <= 3 && numbers.last == 199, "\(numbers)")
    #expect(quick.statistics.dropped.isEmpty && source.errors == 0)
}

@Test func aReadersErrorEndsItAlone() throws {
    struct Failure: Error {}
    let source = Source(count: 8)
    let (failing, other) = (FrameOutput(), FrameOutput(.queue(capacity: 8)))
    let outputs = FrameFanOut([failing, other])
    let reader = try FrameReader(failing) { _ in throw Failure() }
    outputs.publish(try #require(source.frame(0)))
    #expect(reader.finish() && reader.failure is Failure)
    for sequence in 1..<5 as Range<UInt32> { outputs.publish(try #require(source.frame(sequence))) }
    #expect(other.statistics.published == 5 && failing.statistics.published == 1)
    #expect(source.freeCount == 3)
}

@Test func aReaderWithARateReadsNoMore() throws {
    let source = Source(count: 8)
    let output = FrameOutput()
    let moments = Mutex<[Int64]>([])
    let begin = MonotonicClock.now()
    let reader = try FrameReader(output, atMost: Rational(50)) { _ in
        moments.withLock { $0.append(MonotonicClock.now()) }
    }
    var sequence: UInt32 = 0
    while MonotonicClock.now() < begin + 300_000_000 {
        if let frame = source.frame(sequence) { output.publish(frame) }
        sequence += 1
        usleep(2000)
    }
    #expect(reader.finish())
    let times = moments.withLock { $0 }
    #expect(times.count > 2)
    // From the begin on: between two, the first may have waited for its thread. The last one is read at the end, whatever
    // the rate.
    for (number, time) in times.dropLast().enumerated() {
        #expect(time - begin >= Int64(number) * 20_000_000)
    }
}

@Test func aLateFrameGoesToQueuesAlone() throws {
    let source = Source(count: 8)
    let (newest, queue) = (FrameOutput(), FrameOutput(.queue(capacity: 4)))
    let outputs = FrameFanOut([newest, queue])
    #expect(outputs.takesEveryFrame)
    outputs.publish(try #require(source.frame(0)), isLate: true)
    outputs.publish(try #require(source.frame(1)))
    #expect(newest.take()?.sequence == 1 && newest.statistics.dropped == [.late: 1])
    #expect(queue.take()?.sequence == 0)
    #expect(queue.take()?.sequence == 1)
    outputs.remove(queue)
    #expect(!outputs.takesEveryFrame)
}

@Test func theSourcesLastBuffersAreCopiedAndNotHeld() throws {
    let pool = FrameBufferPool(limit: 4)
    let layout = FrameLayout(format: .grey, size: PixelSize(width: 8, height: 8))
    let (newest, queue) = (FrameOutput(), FrameOutput(.queue(capacity: 64)))
    let outputs = FrameFanOut([newest, queue])
    for sequence in 0..<30 as Range<UInt32> {
        let frame = pool.frame(layout, at: .now(sequence: sequence)) { bytes in
            unsafe bytes.initializeMemory(as: UInt8.self, repeating: UInt8(sequence))
        }
        outputs.publish(try #require(frame, "frame \(sequence)"))
        #expect(pool.idleCount >= 1)
    }
    #expect(newest.take()?.sequence == 29)
    var count: UInt32 = 0
    while let frame = queue.take() {
        #expect(frame.sequence == count)
        #expect(frame.withPlane(0) { unsafe $0.prefix(64).allSatisfy { $0 == UInt8(frame.sequence) } })
        count += 1
    }
    #expect(count == 30 && queue.statistics.dropped.isEmpty)
    #expect(pool.idleCount == 4)
}

@Test func aQueueBehindAQueueTakesNotAllOfItsCopies() throws {
    // What a view does: it takes the frames of a queue, shows the last one, and hands all on to queues of others.
    let pool = FrameBufferPool(limit: 4)
    let layout = FrameLayout(format: .grey, size: PixelSize(width: 4, height: 4))
    let (every, long) = (FrameOutput(.queue(capacity: 10)), FrameOutput(.queue(capacity: 200)))
    let (source, others) = (FrameFanOut([every]), FrameFanOut([long]))
    var shown: [Frame] = []
    for number in 0..<150 as Range<UInt32> {
        source.publish(try #require(pool.frame(layout, at: .now(sequence: number)) { _ in }))
        let frame = try #require(every.take())
        others.publish(frame)
        shown = shown.suffix(1) + [frame]
    }
    #expect(long.statistics.published == 150 && long.statistics.dropped.isEmpty)
    #expect(every.statistics.dropped.isEmpty)
}

@Test func aFinishedOutputIsLeftOut() throws {
    let source = Source(count: 4)
    let (ended, newest) = (FrameOutput(.queue(capacity: 4)), FrameOutput())
    let outputs = FrameFanOut([ended, newest])
    #expect(outputs.takesEveryFrame)
    ended.finish()
    #expect(!outputs.takesEveryFrame)
    outputs.publish(try #require(source.frame(0)))
    #expect(outputs.outputs.count == 1 && newest.statistics.published == 1)
}

@Test func aTurnedFrameSharesItsBufferWhichComesBackOnce() throws {
    let source = Source(count: 1)
    var frame = source.frame(0)
    var turned = frame?.turned(by: .clockwise90, mirrored: true)
    let again = try #require(turned?.turned(by: .clockwise90, mirrored: false))
    #expect(turned?.rotation == .clockwise90 && turned?.isMirrored == true)
    // After the mirror a turn is the opposite one.
    #expect(again.rotation == Rotation.none && again.isMirrored)
    Frame.release(&frame)
    Frame.release(&turned)
    #expect(source.freeCount == 0 && source.frame(1) == nil)
    withExtendedLifetime(again) {}
}

@Test func aReaderThatIsToReadOnceInAgesReads() throws {
    let output = FrameOutput()
    let reader = try FrameReader(output, atMost: Rational(1, Int.max)) { _ in }
    output.publish(try #require(Source(count: 1).frame(0)))
    #expect(reader.finish() && output.statistics.taken == 1)
}

@Test func moreThanCopiesCanHoldIsToldAsALoss() throws {
    let pool = FrameBufferPool(limit: 4)
    let layout = FrameLayout(format: .grey, size: PixelSize(width: 8, height: 8))
    let queue = FrameOutput(.queue(capacity: 4))
    let outputs = FrameFanOut([queue])
    var held: [Frame] = []
    for sequence in 0..<100 as Range<UInt32> {
        outputs.publish(try #require(pool.frame(layout, at: .now(sequence: sequence)) { _ in }))
        if let frame = queue.take() { held.append(frame) }
    }
    let counts = queue.statistics
    #expect(held.count >= 12 && held.count < 20)
    #expect(held.count + Int(counts.dropped[.noBuffer] ?? 0) == 100)
    #expect(pool.idleCount >= 1)
}

@Test func aSequenceEndsWithItsSourceOnceItHasWhatWaits() async throws {
    let (source, fan, output) = (Source(count: 4), FrameFanOut(), FrameOutput(.queue(capacity: 4)))
    fan.add(output)
    for number: UInt32 in 0..<3 { fan.publish(try #require(source.frame(number))) }
    fan.setSourceEnded(true)
    var seen: [UInt32] = []
    for await frame in output.frames { seen.append(frame.sequence) }
    #expect(seen == [0, 1, 2])
    // One that waits while the source ends.
    fan.setSourceEnded(false)
    async let count = output.frames.reduce(0) { count, _ in count + 1 }
    fan.publish(try #require(source.frame(3)))
    fan.setSourceEnded(true)
    #expect(await count <= 1)
}

@Test func theEndOfOneSourceOfTwoEndsNoSequence() async throws {
    let (source, output) = (Source(count: 4), FrameOutput(.queue(capacity: 4)))
    let (first, second) = (FrameFanOut([output]), FrameFanOut([output]))
    async let count = output.frames.reduce(0) { count, _ in count + 1 }
    second.publish(try #require(source.frame(0)))
    second.setSourceEnded(true)
    // Time for a loop that takes this for the end.
    try await Task.sleep(for: .milliseconds(20))
    first.publish(try #require(source.frame(1)))
    first.setSourceEnded(true)
    #expect(await count == 2)
}

@Test func aLoopThatWaitsEndsWhenItsLastLivingSourceIsRemoved() async throws {
    let output = FrameOutput()
    let (first, second) = (FrameFanOut([output]), FrameFanOut([output]))
    first.setSourceEnded(true)
    async let count = output.frames.reduce(0) { count, _ in count + 1 }
    // Time for the loop to begin its wait.
    try await Task.sleep(for: .milliseconds(20))
    second.remove(output)
    #expect(await count == 0)
}

@Test func anEndThatIsToldWhileAnOutputIsAddedReachesIt() throws {
    for _ in 0..<2000 {
        let (fan, output) = (FrameFanOut(), FrameOutput())
        let told = try SystemThread(name: "end") { fan.setSourceEnded(true) }
        fan.add(output)
        #expect(told.join(within: 10))
        #expect(output.isOver)
    }
}

@Test func aSourceThatNobodyHasAnyMoreHasEnded() async throws {
    let (source, output) = (Source(count: 4), FrameOutput(.queue(capacity: 4)))
    do { FrameFanOut([output]).publish(try #require(source.frame(0))) }
    #expect(await output.frames.reduce(0) { count, _ in count + 1 } == 1)
    // It goes to another one.
    let next = FrameFanOut([output])
    async let frame = output.frames.first { _ in true }
    next.publish(try #require(source.frame(9)))
    #expect(await frame?.sequence == 9)
}
