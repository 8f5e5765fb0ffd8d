/// Parameters without a property: for operations whose parameters are given by name.
extension AnyParameter {
    /// A number: `float` in GLSL.
    ///
    /// - Parameters:
    ///   - value: The value at the start.
    ///   - range: The range that makes sense, inclusive; nil for any.
    ///   - unit: The unit of the number.
    /// - Returns: The parameter.
    public static func float(
        _ value: Float, in range: ClosedRange<Float>? = nil, unit: ParameterUnit = .none
    ) -> AnyParameter { Parameter(wrappedValue: value, in: range, unit: unit) }

    /// A whole number: `int` in GLSL.
    ///
    /// - Parameters:
    ///   - value: The value at the start.
    ///   - range: The range that makes sense, inclusive; nil for any.
    ///   - unit: The unit of the number.
    /// - Returns: The parameter.
    public static func int(
        _ value: Int, in range: ClosedRange<Float>? = nil, unit: ParameterUnit = .none
    ) -> AnyParameter { Parameter(wrappedValue: value, in: range, unit: unit) }

    /// A truth: `bool` in GLSL.
    public static func bool(_ value: Bool) -> AnyParameter { Parameter(wrappedValue: value) }

    /// A colour: `vec4` in GLSL, with straight alpha.
    public static func color(_ value: Color) -> AnyParameter { Parameter(wrappedValue: value, in: 0...1) }

    /// A place in the picture, 0…1 from its left and upper edges: `vec2` in GLSL.
    public static func position(_ value: Position) -> AnyParameter { Parameter(wrappedValue: value) }

    /// An extent across and down: `vec2` in GLSL.
    ///
    /// - Parameters:
    ///   - value: The value at the start.
    ///   - unit: The unit of both numbers.
    /// - Returns: The parameter.
    public static func size(_ value: Size2D, unit: ParameterUnit = .none) -> AnyParameter {
        Parameter(wrappedValue: value, unit: unit)
    }

    /// A matrix: `mat3` in GLSL, where `matrix * vector` gives what the rows give.
    public static func matrix(_ value: Matrix3x3) -> AnyParameter { Parameter(wrappedValue: value) }

    /// A matrix: `mat4` in GLSL, where `matrix * vector` gives what the rows give.
    public static func matrix(_ value: Matrix4x4) -> AnyParameter { Parameter(wrappedValue: value) }
}
