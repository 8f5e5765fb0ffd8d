import Frames
import LinuxIO
import Synchronization
import Testing

/// Owns buffers, makes its frames in a pool, and counts how often each buffer comes back.
private final class PooledSource: FrameRecycler {
    let pool = FramePool(bufferCount: 4)
    let buffers = (0..<4).map { unsafe FrameBuffer(index: $0, memories: [], owner: 0) }
    private let free = Mutex(Array(0..<4))
    let returned = Atomic(0)
    let doubles = Atomic(0)

    var framePool: FramePool? { pool }

    func recycle(_ buffer: FrameBuffer) {
        returned.add(1, ordering: .relaxed)
        free.withLock { free in
            if free.contains(buffer.index) { doubles.add(1, ordering: .relaxed) }
            free.append(buffer.index)
        }
    }

    func frame(_ sequence: UInt32) -> Frame? {
        guard let index = free.withLock({ $0.popLast() }) else { return nil }
        return pool.frame(
            buffer: buffers[index], byteCount: 0,
            layout: FrameLayout(format: .grey, size: PixelSize(width: 1, height: 1)),
            color: ColorDescription(matrix: .bt601, range: .full),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: sequence, recycler: self)
    }
}

@Test func theLastReferencesReleaseMakesTheObjectFreeForTheNextPicture() throws {
    let source = PooledSource()
    var first = source.frame(1)
    let identity = try ObjectIdentifier(#require(first))
    Frame.release(&first)
    #expect(first == nil)
    #expect(source.returned.load(ordering: .relaxed) == 1)
    let second = try #require(source.frame(2))
    #expect(ObjectIdentifier(second) == identity)
    #expect(second.sequence == 2)
}

@Test func aReleaseBesideAnotherReferenceLeavesTheFrameAsItIs() throws {
    let source = PooledSource()
    var first = source.frame(1)
    let other = first
    Frame.release(&first)
    #expect(first == nil)
    #expect(source.returned.load(ordering: .relaxed) == 0)
    #expect(other?.sequence == 1)
}

@Test func aFrameThatIsSimplyDroppedReturnsItsBufferOnce() {
    let source = PooledSource()
    for sequence in 0..<10 as Range<UInt32> { _ = source.frame(sequence) }
    #expect(source.returned.load(ordering: .relaxed) == 10)
    #expect(source.doubles.load(ordering: .relaxed) == 0)
}

@Test func twoThreadsThatReleaseAtTheSameTimeReturnEachBufferOnce() throws {
    let count: UInt32 = 20_000
    let source = PooledSource()
    let (slot, other) = (FrameOutput(), FrameOutput())
    let isDone = Atomic(false)
    let consumer = try SystemThread(name: "consumer") {
        while !isDone.load(ordering: .acquiring) {
            var frame = slot.take()
            Frame.release(&frame)
        }
    }
    var made = 0
    for sequence in 0..<count {
        guard let frame = source.frame(sequence) else { continue }
        made += 1
        slot.publish(frame)
        other.publish(frame)
    }
    isDone.store(true, ordering: .releasing)
    #expect(consumer.join(within: 10))
    for slot in [slot, other] {
        var frame = slot.take()
        Frame.release(&frame)
    }
    #expect(source.returned.load(ordering: .relaxed) == made)
    #expect(source.doubles.load(ordering: .relaxed) == 0)
}
