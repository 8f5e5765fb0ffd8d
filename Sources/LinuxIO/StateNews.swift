internal import Synchronization

/// A state, and those who want to know of its changes, each of which they are told in its order.
///
/// Thread-safe. A change is entered wherever it happens, be it under a lock, and told outside of all locks.
public final class StateNews<State: Sendable & Equatable>: Sendable {
    private struct Values {
        var state: State
        var observers: [ObjectIdentifier: @Sendable (State) -> Void] = [:]
        var readers: [Int: AsyncStream<State>.Continuation] = [:]
        var readerCount = 0
        var isFinished = false
        /// States that observers have not been told, in their order.
        var untold: [State] = []
        var isTelling = false
    }

    private let values: Mutex<Values>

    /// Begins with a state, of which nobody is told.
    public init(_ state: State) { values = Mutex(Values(state: state)) }

    deinit { finish() }

    /// The state now.
    public var state: State { values.withLock { $0.state } }

    /// Goes into a state; observers are told of it, if it is another one, by the next ``tell()``.
    public func enter(_ state: State) {
        values.withLock { values in
            guard state != values.state, !values.isFinished else { return }
            values.state = state
            values.untold.append(state)
            for reader in values.readers.values { reader.yield(state) }
        }
    }

    /// Tells observers what they have not been told; while one thread does that, others leave it to that thread.
    public func tell() {
        let isTeller = values.withLock { values in
            guard !values.isTelling, values.isFinished || !values.untold.isEmpty else { return false }
            values.isTelling = true
            return true
        }
        while isTeller, let (state, observers) = next() {
            for observer in observers { observer(state) }
        }
    }

    private func next() -> (State, [@Sendable (State) -> Void])? {
        var gone: [ObjectIdentifier: @Sendable (State) -> Void] = [:]
        // Let go of outside the lock: what a closure holds may end with it, and come back here.
        defer { withExtendedLifetime(gone) {} }
        return values.withLock { values in
            guard !values.untold.isEmpty else {
                values.isTelling = false
                if values.isFinished { swap(&gone, &values.observers) }
                return nil
            }
            return (values.untold.removeFirst(), Array(values.observers.values))
        }
    }

    /// Sets the closure to call with each new state, on the thread that tells; it must not block.
    ///
    /// - Parameters:
    ///   - observer: Each has a closure of its own; it is not kept alive.
    ///   - changed: The closure; nil for none any more.
    public func observe(by observer: AnyObject, _ changed: (@Sendable (State) -> Void)?) {
        var changed = changed
        // The old one is let go of outside the lock, too.
        values.withLock { swap(&$0.observers[ObjectIdentifier(observer)], &changed) }
    }

    /// The states from now on, beginning with the present one; a reader that is slow misses those in between.
    public var states: AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: State.self, bufferingPolicy: .bufferingNewest(16))
        let number = values.withLock { values in
            continuation.yield(values.state)
            values.readerCount += 1
            if values.isFinished {
                continuation.finish()
            } else {
                values.readers[values.readerCount] = continuation
            }
            return values.readerCount
        }
        continuation.onTermination = { [weak self] _ in
            self?.values.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Ends the streams, also those that are made later.
    ///
    /// No state is entered any more; closures are told those that they have not
    /// been told yet, and are let go of.
    public func finish() {
        let readers = values.withLock { values in
            values.isFinished = true
            defer { values.readers = [:] }
            return values.readers
        }
        for reader in readers.values { reader.finish() }
        tell()
    }
}
