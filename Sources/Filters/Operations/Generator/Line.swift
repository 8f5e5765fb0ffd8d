/// A straight line in a picture, in parts of its width and height from the upper left corner.
public struct Line: ParameterValue {
    /// The start of a segment, or a point of an infinite line.
    public var start: Position
    /// The end of a segment, or another point of an infinite line.
    public var end: Position
    /// True when it goes on beyond both.
    public var isInfinite: Bool

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - start: The start of a segment, or a point of an infinite line.
    ///   - end: The end of a segment, or another point.
    ///   - isInfinite: True when it goes on beyond both; a line of one point is that point.
    public init(from start: Position, to end: Position, isInfinite: Bool) {
        (self.start, self.end, self.isInfinite) = (start, end, isInfinite)
    }

    /// Makes the line from one place to another.
    ///
    /// - Parameters:
    ///   - start: The place where it starts.
    ///   - end: The place where it ends.
    /// - Returns: The line.
    public static func segment(_ start: Position, _ end: Position) -> Line {
        Line(from: start, to: end, isInfinite: false)
    }

    /// Makes the line `y = slope · x + intercept`.
    ///
    /// - Parameters:
    ///   - slope: The heights by which it falls over the width; an infinite one stands upright.
    ///   - intercept: The place where it crosses the left edge; the x of an upright one.
    /// - Returns: The line.
    public static func infinite(slope: Float, intercept: Float) -> Line {
        if slope.isInfinite {
            return Line(from: Position(intercept, 0), to: Position(intercept, 1), isInfinite: true)
        }
        return Line(
            from: Position(0, intercept), to: Position(1, intercept + slope), isInfinite: true)
    }

    /// The number of its components: five.
    public static var componentCount: Int { 5 }
    /// The type in a body: none, since lines are read from a table.
    public static var shaderType: String { "" }
    /// The components: both places, and 1 for an infinite line.
    public var components: [Float] { start.components + end.components + [isInfinite ? 1 : 0] }
    /// Makes a line of numbers in that order.
    public init(components: [Float]) {
        self.init(
            from: Position(components[0], components[1]), to: Position(components[2], components[3]),
            isInfinite: components[4] != 0)
    }
}
