internal import Synchronization

/// A place where a source's frames wait for one consumer, by that consumer's own policy.
///
/// A session has any number of them, and each takes, loses and counts for itself. A consumer empties it with ``take()``, as an
/// asynchronous sequence (``frames``), or has a closure called on a thread of its own (``FrameReader``). Who makes pictures itself
/// publishes them here. Thread-safe.
public final class FrameOutput: Sendable {
    /// The frames that wait, and those that are lost where there are more.
    public enum Policy: Sendable, Hashable {
        /// Room for one frame: a newer one takes the place of one that nobody took.
        case newest
        /// Room for several frames, 1 to 65536 and at most 256 MB of them, which are taken in their order.
        case queue(capacity: Int, overflow: Overflow = .dropsNewest)

        /// The frame that is lost when a queue is full.
        public enum Overflow: Sendable, Hashable {
            /// The one that comes.
            case dropsNewest
            /// The one that has waited longest.
            case dropsOldest
        }
    }

    /// A closure in a structure: alone it would be wrapped again each time it leaves the lock.
    fileprivate struct Handler<Argument> {
        let call: @Sendable (Argument) -> Void
    }

    /// The news of a source, beside its frames.
    fileprivate struct Source {
        let id: ObjectIdentifier
        var wish: Handler<Void>?
        var hasEnded = false
    }

    private struct State {
        var ring: [Frame?]
        var first = 0
        var count = 0
        /// The bytes of the frames that wait.
        var byteCount = 0
        var statistics = FrameOutputCounts()
        var arrived: Handler<Void>?
        var dropped: Handler<FrameDrop>?
        /// The sources that there are.
        var sources: [Source] = []
        /// True when the last source has gone after its end.
        var hasLastEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The number of frames in a row that were replaced before anybody took them.
        var neglected = 0
        var isFinished = false
        /// True while no frame is to be expected.
        var isOver: Bool {
            isFinished || (sources.isEmpty ? hasLastEnded : sources.allSatisfy(\.hasEnded))
        }

        mutating func change(_ source: ObjectIdentifier, _ edit: (inout Source) -> Void) {
            let place = sources.firstIndex { $0.id == source } ?? sources.endIndex
            if place == sources.endIndex { sources.append(Source(id: source)) }
            edit(&sources[place])
        }

        /// True while a frame of so many bytes finds room; one always does where none waits.
        func hasRoom(for bytes: Int) -> Bool {
            count == 0 || count < ring.count && byteCount + bytes <= FrameOutput.mostBytes
        }

        mutating func append(_ frame: inout Frame?) {
            byteCount += frame?.buffer.byteCount ?? 0
            swap(&ring[(first + count) % ring.count], &frame)
            count += 1
        }

        mutating func removeFirst() -> Frame? {
            guard count > 0 else { return nil }
            defer {
                first = (first + 1) % ring.count
                count -= 1
            }
            byteCount -= ring[first]?.buffer.byteCount ?? 0
            return ring[first].take()
        }
    }

    private static let mostNeglected = 30
    private static let longestQueue = 65536
    /// The most bytes that wait in a queue, unless one frame has more.
    public static let mostBytes = 256 << 20

    /// Brings a queue's length into its limits.
    static func length(_ capacity: Int) -> Int { min(max(1, capacity), longestQueue) }

    /// The frames that wait, and those that are lost.
    public let policy: Policy
    private let alwaysWantsFrames: Bool
    private let state: Mutex<State>

    /// Makes an empty output.
    ///
    /// - Parameters:
    ///   - policy: The frames that wait, and those that are lost.
    ///   - alwaysWantsFrames: False to let a source rest that has no other output while nobody takes frames here; true for a
    ///     source that never rests. A queue always wants frames.
    public init(_ policy: Policy = .newest, alwaysWantsFrames: Bool = false) {
        self.policy = policy
        switch policy {
        case .newest:
            self.alwaysWantsFrames = alwaysWantsFrames
            state = Mutex(State(ring: [nil]))
        case .queue(let capacity, _):
            self.alwaysWantsFrames = true
            state = Mutex(State(ring: Array(repeating: nil, count: Self.length(capacity))))
        }
    }

    // MARK: - The source's side

    /// Puts a frame in, and loses another one, or this one, where there is no room.
    public func publish(_ frame: consuming Frame) {
        // The woken consumer may release the frame before this thread goes on: nothing here may still hold it.
        var frame: Frame? = consume frame
        var loss: FrameDrop?
        // Small frames that make room for a large one.
        var others: [Frame] = []
        let (arrived, dropped, waiting) = state.withLock {
            state -> (Handler<Void>?, Handler<FrameDrop>?, [CheckedContinuation<Void, Never>]) in
            guard !state.isFinished else { return (nil, nil, []) }
            state.statistics.published += 1
            let bytes = frame?.buffer.byteCount ?? 0
            var lost: Frame?
            if !state.hasRoom(for: bytes), overflow == .dropsOldest { lost = state.removeFirst() }
            while lost != nil, !state.hasRoom(for: bytes), let other = state.removeFirst() {
                others.append(other)
            }
            if state.hasRoom(for: bytes) {
                state.append(&frame)
                swap(&frame, &lost)
            }
            if let frame {
                let drop = drop(of: frame)
                state.statistics.dropped.add(drop)
                state.neglected += 1
                loss = drop
            }
            for other in others { state.statistics.dropped.add(drop(of: other)) }
            defer { state.waiting.removeAll() }
            return (state.arrived, state.dropped, state.waiting)
        }
        // Released outside the lock: its end calls the source, which may call this output.
        Frame.release(&frame)
        if let loss { dropped?.call(loss) }
        for other in others { dropped?.call(drop(of: other)) }
        others = []
        arrived?.call(())
        for continuation in waiting { continuation.resume() }
    }

    private func drop(of frame: Frame) -> FrameDrop {
        FrameDrop(sequence: frame.sequence, reason: policy == .newest ? .replaced : .queueFull)
    }

    private var overflow: Policy.Overflow {
        if case .queue(_, let overflow) = policy { overflow } else { .dropsOldest }
    }

    /// Counts and tells a frame that never came here, or that the consumer could not use.
    public func miss(_ drop: FrameDrop) {
        let dropped = state.withLock { state in
            state.statistics.dropped.add(drop)
            return state.dropped
        }
        dropped?.call(drop)
    }

    /// Tells whether a source has ended: once all have, sequences end when they have what waits, and those that begin later do so at
    /// once, until one begins again.
    func setEnded(_ source: AnyObject, _ hasEnded: Bool) {
        state.withLock { $0.change(ObjectIdentifier(source)) { $0.hasEnded = hasEnded } }
        if hasEnded { wakeTasks() }
    }

    /// The things that a source has told, to be let go of outside all locks: what a closure holds may end with it, and call this output.
    package struct Forgotten { fileprivate let sources: [Source] }

    /// Forgets a source, whose frames do not come here any more.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - hasEnded: True for one that nobody has any more.
    /// - Returns: The things to be let go of.
    func forget(_ source: AnyObject, hasEnded: Bool = false) -> Forgotten {
        let id = ObjectIdentifier(source)
        let (old, isOver) = state.withLock { state in
            let old = state.sources
            if hasEnded { state.change(id) { $0.hasEnded = true } }
            state.hasLastEnded = state.isOver
            state.sources.removeAll { $0.id == id }
            return (old, state.isOver)
        }
        // What is left may have ended already.
        if isOver { wakeTasks() }
        return Forgotten(sources: old)
    }

    /// True while there is no room for one more frame as large as those that wait.
    public var isFull: Bool {
        state.withLock { $0.count > 0 && !$0.hasRoom(for: $0.byteCount / $0.count) }
    }

    /// Lets go of frames that wait, the oldest first, since they grow old: their source begins to rest, or there are newer ones.
    ///
    /// - Parameter count: The number of frames that may go on waiting.
    public func expire(leaving count: Int = 0) {
        while true {
            var (old, dropped) = state.withLock { state in
                (state.count > count ? state.removeFirst() : nil, state.dropped)
            }
            guard let sequence = old?.sequence else { return }
            Frame.release(&old)
            let drop = FrameDrop(sequence: sequence, reason: .late)
            state.withLock { $0.statistics.dropped.add(drop) }
            dropped?.call(drop)
        }
    }

    /// False while nobody seems to look, since many frames in a row were replaced and none was taken: a source may rest.
    public var wantsFrames: Bool {
        state.withLock { $0.isFinished ? false : alwaysWantsFrames || $0.neglected < Self.mostNeglected }
    }

    /// Sets the closure to call when frames are wanted again; nil for none.
    ///
    /// Called on the consumer's thread; it must not block.
    ///
    /// - Parameters:
    ///   - source: The source that rests; each has a closure of its own.
    ///   - wish: Wakes the source.
    /// - Returns: The things to be let go of.
    @discardableResult
    package func onWish(of source: AnyObject, _ wish: (@Sendable () -> Void)?) -> Forgotten {
        let handler = wish.map { wish in Handler<Void> { _ in wish() } }
        let old = state.withLock { state in
            defer { state.change(ObjectIdentifier(source)) { $0.wish = handler } }
            return state.sources
        }
        return Forgotten(sources: old)
    }

    // MARK: - The consumer's side

    /// Takes the oldest frame out; nil when none waits.
    ///
    /// A source that rests is woken.
    public func take() -> Frame? {
        let (frame, wishes) = state.withLock { state in
            let frame = state.removeFirst()
            if frame != nil { state.statistics.taken += 1 }
            return (frame, Self.endNeglect(&state))
        }
        for source in wishes { source.wish?.call(()) }
        return frame
    }

    /// Tells that a frame is waited for: a source that rests is woken.
    public func request() {
        for source in state.withLock({ Self.endNeglect(&$0) }) { source.wish?.call(()) }
    }

    private static func endNeglect(_ state: inout State) -> [Source] {
        defer { state.neglected = 0 }
        return state.neglected >= mostNeglected ? state.sources : []
    }

    /// The facts about a frame that can be known without taking it.
    public struct Waiting: Sendable {
        /// The moment at which the program received it, in nanoseconds of the monotonic clock.
        public let arrival: Int64
        /// The source's count.
        public let sequence: UInt32
    }

    /// The frame that is taken next; nil when none waits.
    public var waiting: Waiting? {
        state.withLock { state in
            state.ring[state.first].map { Waiting(arrival: $0.arrival, sequence: $0.sequence) }
        }
    }

    /// The facts about all frames that wait, the next one first.
    public var waitingFrames: [Waiting] {
        state.withLock { state in
            (0..<state.count).compactMap { place in
                state.ring[(state.first + place) % state.ring.count].map {
                    Waiting(arrival: $0.arrival, sequence: $0.sequence)
                }
            }
        }
    }

    /// Sets the closure to call after each publish, on the source's thread; nil for none.
    ///
    /// It must not block. A frame that waits already counts as arriving now.
    public func onArrival(_ arrived: (@Sendable () -> Void)?) {
        var old = arrived.map { arrived in Handler<Void> { _ in arrived() } }
        let isWaiting = state.withLock { state in
            // Let go of outside the lock: what it holds may end with it, and call this output.
            swap(&state.arrived, &old)
            return state.count > 0
        }
        if isWaiting { arrived?() }
    }

    /// Sets the closure to call for each loss, on the thread that loses; nil for none.
    ///
    /// It must not block.
    public func onDrop(_ dropped: (@Sendable (FrameDrop) -> Void)?) {
        var old = dropped.map { Handler(call: $0) }
        // As above.
        state.withLock { swap(&$0.dropped, &old) }
    }

    /// Ends the output: no more frames come, and those that wait can still be taken.
    public func finish() {
        let arrived = state.withLock { state in
            state.isFinished = true
            return state.arrived
        }
        arrived?.call(())
        wakeTasks()
    }

    /// True once ``finish()`` was called.
    public var isFinished: Bool { state.withLock { $0.isFinished } }

    /// True while no frame is to be expected: the output is finished, or its sources have ended.
    package var isOver: Bool { state.withLock { $0.isOver } }

    /// The counts so far.
    public var statistics: FrameOutputStatistics {
        let counts = state.withLock { $0.statistics }
        return FrameOutputStatistics(
            published: counts.published, taken: counts.taken, dropped: counts.dropped.byReason)
    }

    // MARK: - Waiting

    /// Waits until a frame waits, the output or its sources end, or the task is cancelled.
    func arrival() async {
        request()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    // A cancellation that comes after this line finds the continuation in the list.
                    guard state.count == 0, !state.isOver, !Task.isCancelled else { return false }
                    state.waiting.append(continuation)
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            wakeTasks()
        }
    }

    private func wakeTasks() {
        let waiting = state.withLock { state in
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// Counts that allocate nothing.
private struct FrameOutputCounts {
    var published: UInt64 = 0
    var taken: UInt64 = 0
    var dropped = DropCounts()
}

/// The counts of an output so far.
public struct FrameOutputStatistics: Sendable, Equatable {
    /// The number of frames that came.
    public var published: UInt64
    /// The number of frames that the consumer took.
    public var taken: UInt64
    /// The number of frames that the consumer did not get or could not use, by reason; reasons that never occurred are
    /// missing.
    public var dropped: [DropReason: UInt64]

    /// The number of frames of which newer ones took the place.
    public var replaced: UInt64 { dropped[.replaced] ?? 0 }
}
