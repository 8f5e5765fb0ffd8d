internal import Synchronization

/// A function that is set from any thread and called on the one that renders.
final class Callback<Value: Sendable>: Sendable {
    // Within a type of its own: as the mutex's own value a function would be wrapped anew by each look at it.
    private struct Function {
        var call: (@Sendable (Value) -> Void)?
    }

    private let function = Mutex(Function())

    /// The function; nil for none.
    var current: (@Sendable (Value) -> Void)? {
        get { function.withLock { $0.call } }
        set { function.withLock { $0.call = newValue } }
    }

    func callAsFunction(_ value: Value) { current?(value) }
}
