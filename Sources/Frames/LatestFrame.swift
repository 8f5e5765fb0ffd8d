internal import Synchronization

/// A slot with room for one frame: publishing replaces, taking empties.
///
/// The newest frame wins; a replaced frame's buffer goes back to its source at once. Thread-safe.
public final class LatestFrame: Sendable {
    /// A closure in a structure: alone it would be wrapped anew each time it leaves the lock.
    private struct Arrival {
        let call: @Sendable () -> Void
    }

    private struct State {
        var frame: Frame?
        var replaced: UInt64 = 0
        var arrived: Arrival?
    }

    private let state = Mutex(State())

    /// Makes an empty slot.
    public init() {}

    /// Puts a frame in, in the place of one that nobody took; called by the source.
    public func publish(_ frame: consuming Frame) {
        // The consumer that is woken may let go of the frame before this thread goes on: nothing here may still hold it.
        var previous: Frame? = consume frame
        let arrived = state.withLock { state in
            swap(&state.frame, &previous)
            if previous != nil { state.replaced += 1 }
            return state.arrived
        }
        // Released outside the lock: its end calls the source, which may call the slot.
        Frame.release(&previous)
        arrived?.call()
    }

    /// Takes the frame out; nil when none came since the last time.
    public func take() -> Frame? {
        state.withLock { state in
            state.frame.take()
        }
    }

    /// What can be known of a frame without taking it.
    public struct Waiting: Sendable {
        /// When the program received it, in nanoseconds of the monotonic clock.
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

    /// How many frames were replaced before anyone took them.
    public var replaced: UInt64 { state.withLock { $0.replaced } }

    /// Sets what is called after each publish, on the source's thread; nil for nothing.
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
