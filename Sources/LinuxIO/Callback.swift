internal import Synchronization

/// A function that is set and called on any thread.
///
/// A mutex whose value is a function itself would wrap it anew, for good, each time it is looked at.
public final class Callback<Input, Output>: Sendable {
    private struct Function {
        var call: (@Sendable (Input) -> Output)?
    }

    private let function: Mutex<Function>

    /// Makes one.
    ///
    /// - Parameter call: The function at first; nil for none.
    public init(_ call: (@Sendable (Input) -> Output)? = nil) { function = Mutex(Function(call: call)) }

    /// The function; nil for none.
    public var current: (@Sendable (Input) -> Output)? {
        get { function.withLock { $0.call } }
        set { function.withLock { $0.call = newValue } }
    }

    /// Calls the function on this thread.
    ///
    /// - Parameter input: The value for the function.
    /// - Returns: The result of the function; nil where there is none.
    @discardableResult
    public func callAsFunction(_ input: Input) -> Output? { current?(input) }
}
