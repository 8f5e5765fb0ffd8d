internal import Synchronization

/// A function that is set from any thread and called on the one that renders.
final class Callback<Value: Sendable>: Sendable {
    private let function = Mutex<(@Sendable (Value) -> Void)?>(nil)

    /// The function; nil for none.
    var current: (@Sendable (Value) -> Void)? {
        get { function.withLock { $0 } }
        set { function.withLock { $0 = newValue } }
    }

    func callAsFunction(_ value: Value) { current?(value) }
}
