internal import Synchronization

/// The unit of a parameter's numbers.
public enum ParameterUnit: String, Sendable {
    /// A plain number.
    case none = ""
    /// Pixels of the picture.
    case pixels
    /// Degrees of an angle.
    case degrees
    /// A colour temperature.
    case kelvin
    /// Doublings of light.
    case stops
    /// A part of the picture's or of another quantity's whole.
    case fraction
    /// Seconds.
    case seconds
    /// Frames.
    case frames
}

/// A parameter of an operation, whatever its type.
open class AnyParameter: @unchecked Sendable {
    // Sendable: the value is guarded by the subclass's lock; the rest is constant.

    /// The values that every component may have, inclusive; nil for any number.
    public let range: ClosedRange<Float>?
    /// The unit of the numbers.
    public let unit: ParameterUnit

    init(range: ClosedRange<Float>?, unit: ParameterUnit) {
        self.range = range
        self.unit = unit
    }

    /// The value's numbers now.
    public var components: [Float] { [] }
    /// The numbers at the start.
    public var initialComponents: [Float] { [] }
    /// Sets the value.
    ///
    /// Any thread; numbers that are missing keep what they were.
    public func set(components: [Float]) {}
    /// Writes the numbers; allocates nothing.
    package func write(to numbers: UnsafeMutablePointer<Float>) {}
    /// The number of times that the value has been set.
    package var revision: Int { 0 }
    package var componentCount: Int { 0 }
    package var shaderType: String { "" }
}

/// A property of an operation that its kernels read.
///
/// Setting it from any thread shows in the next frame; reading gives what was set last.
@propertyWrapper
public final class Parameter<Value: ParameterValue>: AnyParameter, @unchecked Sendable {
    private struct State {
        var value: Value
        var numbers: [Float]
        var revision = 0
    }

    private let state: Mutex<State>
    private let initial: Value

    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - wrappedValue: The default.
    ///   - range: The range that makes sense, inclusive, for each number; nil for any.
    ///   - unit: The unit of the numbers.
    public init(wrappedValue: Value, in range: ClosedRange<Float>? = nil, unit: ParameterUnit = .none) {
        initial = wrappedValue
        state = Mutex(State(value: wrappedValue, numbers: wrappedValue.components))
        super.init(range: range, unit: unit)
    }

    /// The value.
    public var wrappedValue: Value {
        get { state.withLock { $0.value } }
        set {
            let numbers = newValue.components
            state.withLock {
                $0.value = newValue
                $0.numbers = numbers
                $0.revision += 1
            }
        }
    }

    /// The parameter itself.
    public var projectedValue: Parameter<Value> { self }

    public override var components: [Float] { state.withLock { $0.numbers } }
    public override var initialComponents: [Float] { initial.components }
    public override func set(components: [Float]) {
        if Value.isList {
            wrappedValue = Value(components: components)
            return
        }
        var numbers = self.components
        if Value.spreadsOneNumber, components.count == 1 {
            numbers = Array(repeating: components[0], count: numbers.count)
        }
        for (index, number) in components.prefix(numbers.count).enumerated() { numbers[index] = number }
        wrappedValue = Value(components: numbers)
    }
    package override var revision: Int { state.withLock { $0.revision } }
    package override var componentCount: Int { Value.componentCount }
    package override var shaderType: String { Value.shaderType }
    package override func write(to numbers: UnsafeMutablePointer<Float>) {
        state.withLock { state in
            // A type of the program's may give more numbers than it says, for which there is no room.
            for (index, number) in state.numbers.prefix(Value.componentCount).enumerated() {
                unsafe numbers[index] = number
            }
        }
    }
}
