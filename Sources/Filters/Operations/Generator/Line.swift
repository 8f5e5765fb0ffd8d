/// A straight line in a picture, in parts of its width and height from the upper left corner.
public struct Line: ParameterValue {
    /// One of its points; the start of a segment.
    public var start: Position
    /// Another; the end of a segment.
    public var end: Position
    /// Whether it goes on beyond both.
    public var isInfinite: Bool

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - start: One of its points.
    ///   - end: Another.
    ///   - isInfinite: Whether it goes on beyond both; a line of one point is that point.
    public init(from start: Position, to end: Position, isInfinite: Bool) {
        (self.start, self.end, self.isInfinite) = (start, end, isInfinite)
    }

    /// The line from one place to another.
    ///
    /// - Parameters:
    ///   - start: Where it starts.
    ///   - end: Where it ends.
    /// - Returns: The line.
    public static func segment(_ start: Position, _ end: Position) -> Line {
        Line(from: start, to: end, isInfinite: false)
    }

    /// The line `y = slope · x + intercept`.
    ///
    /// - Parameters:
    ///   - slope: How many heights it falls over the width; an infinite one stands upright.
    ///   - intercept: Where it crosses the left edge; the x of an upright one.
    /// - Returns: The line.
    public static func infinite(slope: Float, intercept: Float) -> Line {
        if slope.isInfinite {
            return Line(from: Position(intercept, 0), to: Position(intercept, 1), isInfinite: true)
        }
        return Line(
            from: Position(0, intercept), to: Position(1, intercept + slope), isInfinite: true)
    }

    /// Five.
    public static var componentCount: Int { 5 }
    /// Lines are read from a table.
    public static var shaderType: String { "" }
    /// Both places, and 1 for an infinite line.
    public var components: [Float] { start.components + end.components + [isInfinite ? 1 : 0] }
    /// Makes it of numbers in that order.
    public init(components: [Float]) {
        self.init(
            from: Position(components[0], components[1]), to: Position(components[2], components[3]),
            isInfinite: components[4] != 0)
    }
}
