/// A value that an operation's body gets as a member of its struct.
public protocol ParameterValue: Sendable, Equatable {
    /// The count of the numbers that it is made of.
    static var componentCount: Int { get }
    /// The type of the struct's member in GLSL, and the expression that makes it of `componentCount` floats `%`.
    static var shaderType: String { get }
    /// True when it can have any count of numbers; such a value is read from a table, not from the struct.
    static var isList: Bool { get }
    /// True when one number alone is set for all of them.
    static var spreadsOneNumber: Bool { get }
    /// The numbers in order; matrices row by row.
    var components: [Float] { get }
    /// Makes it of numbers in order.
    init(components: [Float])
}

extension ParameterValue {
    /// True when it has any number of numbers.
    public static var isList: Bool { false }
    /// True when one number alone is set for all of its numbers.
    public static var spreadsOneNumber: Bool { false }
}

extension Float: ParameterValue {
    /// The count of the numbers that it is made of.
    public static var componentCount: Int { 1 }
    /// The struct's member's type.
    public static var shaderType: String { "float" }
    /// The numbers in order.
    public var components: [Float] { [self] }
    /// Makes it of numbers.
    public init(components: [Float]) { self = components[0] }
}

extension Int: ParameterValue {
    /// The count of the numbers that it is made of.
    public static var componentCount: Int { 1 }
    /// The struct's member's type.
    public static var shaderType: String { "int" }
    /// The numbers in order.
    public var components: [Float] { [Float(self)] }
    /// Makes it of numbers.
    public init(components: [Float]) {
        // The largest number up to which a float counts exactly.
        self =
            components[0].isFinite
            ? Int(Swift.max(-16_777_216, Swift.min(16_777_216, components[0].rounded()))) : 0
    }
}

extension Bool: ParameterValue {
    /// The count of the numbers that it is made of.
    public static var componentCount: Int { 1 }
    /// The struct's member's type.
    public static var shaderType: String { "bool" }
    /// The numbers in order.
    public var components: [Float] { [self ? 1 : 0] }
    /// Makes it of numbers.
    public init(components: [Float]) { self = components[0] != 0 }
}

/// A colour: red, green and blue as they stand in pixels (not linear light), and alpha, straight; 0…1 each.
public struct Color: ParameterValue {
    /// Red.
    public var red: Float
    /// Green.
    public var green: Float
    /// Blue.
    public var blue: Float
    /// Opacity.
    public var alpha: Float

    /// Makes a colour.
    public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = Color(red: 1, green: 1, blue: 1)
    /// Red.
    public static let red = Color(red: 1, green: 0, blue: 0)
    /// Green.
    public static let green = Color(red: 0, green: 1, blue: 0)
    /// Blue.
    public static let blue = Color(red: 0, green: 0, blue: 1)
    /// Nothing at all.
    public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// The count of the numbers that it is made of.
    public static var componentCount: Int { 4 }
    /// The struct's member's type.
    public static var shaderType: String { "vec4" }
    /// The numbers in order.
    public var components: [Float] { [red, green, blue, alpha] }
    /// Makes it of numbers.
    public init(components: [Float]) {
        self.init(
            red: components[0], green: components[1], blue: components[2],
            alpha: components.count > 3 ? components[3] : 1)
    }
}

/// A place in a picture: 0…1 from its left and its upper edge.
public struct Position: ParameterValue {
    /// From the left edge.
    public var x: Float
    /// From the upper edge.
    public var y: Float

    /// Makes a place.
    public init(_ x: Float, _ y: Float) { (self.x, self.y) = (x, y) }

    /// The middle.
    public static let center = Position(0.5, 0.5)

    /// The count of the numbers that it is made of.
    public static var componentCount: Int { 2 }
    /// The struct's member's type.
    public static var shaderType: String { "vec2" }
    /// The numbers in order.
    public var components: [Float] { [x, y] }
    /// Makes it of numbers.
    public init(components: [Float]) { self.init(components[0], components[1]) }
}

/// An extent across and down.
public struct Size2D: ParameterValue {
    /// Across.
    public var width: Float
    /// Down.
    public var height: Float

    /// Makes an extent.
    public init(width: Float, height: Float) { (self.width, self.height) = (width, height) }

    /// The count of the numbers that it is made of.
    public static var componentCount: Int { 2 }
    /// The struct's member's type.
    public static var shaderType: String { "vec2" }
    /// The numbers in order.
    public var components: [Float] { [width, height] }
    /// Makes it of numbers.
    public init(components: [Float]) { self.init(width: components[0], height: components[1]) }
}

/// Three rows of three numbers; `rows[0]` makes the first result.
public struct Matrix3x3: ParameterValue {
    /// The numbers row by row, nine.
    public let components: [Float]

    /// Makes a matrix of nine numbers row by row.
    public init(components: [Float]) {
        precondition(components.count == 9, "a 3×3 matrix has nine numbers")
        self.components = components
    }

    /// The matrix that changes nothing.
    public static let identity = Matrix3x3(components: [1, 0, 0, 0, 1, 0, 0, 0, 1])

    /// The count of the numbers that it is made of.
    public static var componentCount: Int { 9 }
    /// The struct's member's type.
    public static var shaderType: String { "mat3" }
}

/// Four rows of four numbers.
public struct Matrix4x4: ParameterValue {
    /// The numbers row by row, sixteen.
    public let components: [Float]

    /// Makes a matrix of sixteen numbers row by row.
    public init(components: [Float]) {
        precondition(components.count == 16, "a 4×4 matrix has sixteen numbers")
        self.components = components
    }

    /// The matrix that changes nothing.
    public static let identity = Matrix4x4(
        components: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

    /// The count of the numbers that it is made of.
    public static var componentCount: Int { 16 }
    /// The struct's member's type.
    public static var shaderType: String { "mat4" }
}
