internal import Synchronization

/// A slot with room for one frame: publishing replaces, taking empties.
///
/// The newest frame wins; a replaced frame's buffer goes back to its source at once. Thread-safe.
public final class LatestFrame: Sendable {
    /// A closure in a structure: alone it would be wrapped again each time it leaves the lock.
    private struct Arrival {
        let call: @Sendable () -> Void
    }

    private struct State {
        var frame: Frame?
        var replaced: UInt64 = 0
        var arrived: Arrival?
        /// The number of frames in a row that were replaced before anybody took them.
        var neglected = 0
        var returned: Arrival?
    }

    private static let mostNeglected = 30

    private let state = Mutex(State())

    /// Makes an empty slot.
    public init() {}

    /// Puts a frame in, in the place of one that nobody took; called by the source.
    public func publish(_ frame: consuming Frame) {
        // The woken consumer may release the frame before this thread goes on: nothing here may still hold it.
        var previous: Frame? = consume frame
        let arrived = state.withLock { state in
            swap(&state.frame, &previous)
            if previous != nil {
                state.replaced += 1
                state.neglected += 1
            }
            return state.arrived
        }
        // Released outside the lock: its end calls the source, which may call the slot.
        Frame.release(&previous)
        arrived?.call()
    }

    /// Takes the frame out; nil when none has come since the last call.
    public func take() -> Frame? {
        let (frame, returned) = state.withLock { state in
            defer { state.neglected = 0 }
            return (state.frame.take(), state.neglected >= Self.mostNeglected ? state.returned : nil)
        }
        returned?.call()
        return frame
    }

    /// True while nobody seems to look: many frames in a row were replaced and none was taken.
    ///
    /// A source may then come more seldom, until the closure of ``onReturn(_:)`` is called.
    public var isNeglected: Bool { state.withLock { $0.neglected >= Self.mostNeglected } }

    /// Sets the closure to call when a frame is taken after a time in which nobody looked; nil for none.
    ///
    /// Called on the consumer's thread; it must not block.
    public func onReturn(_ returned: (@Sendable () -> Void)?) {
        state.withLock { $0.returned = returned.map { Arrival(call: $0) } }
    }

    /// The facts about a frame that can be known without taking it.
    public struct Waiting: Sendable {
        /// The moment at which the program received it, in nanoseconds of the monotonic clock.
        public let arrival: Int64
        /// The source's count.
        public let sequence: UInt32
    }

    /// The frame that waits to be taken; nil when there is none.
    public var waiting: Waiting? {
        state.withLock { state in
            state.frame.map { Waiting(arrival: $0.arrival, sequence: $0.sequence) }
        }
    }

    /// The number of frames that were replaced before anybody took them.
    public var replaced: UInt64 { state.withLock { $0.replaced } }

    /// Sets the closure to call after each publish, on the source's thread; nil for none.
    ///
    /// It must not block. A frame that waits already counts as arriving now.
    public func onArrival(_ arrived: (@Sendable () -> Void)?) {
        let isWaiting = state.withLock { state in
            state.arrived = arrived.map { Arrival(call: $0) }
            return state.frame != nil
        }
        if isWaiting { arrived?() }
    }
}
