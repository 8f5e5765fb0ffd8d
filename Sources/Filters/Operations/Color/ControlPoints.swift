/// The points through which a tone curve runs.
///
/// Between them the curve is the natural cubic spline, whose second derivative is 0 at both ends, as in
/// Photoshop. Before the first point and behind the last one it is flat. It never leaves 0…1. No point at all
/// stands for the diagonal.
public struct ControlPoints: ParameterValue {
    /// A point of a curve.
    public struct Point: Sendable, Equatable {
        /// The value that goes in: 0…1.
        public var input: Float
        /// The value that comes out: 0…1.
        public var output: Float

        /// Makes a point.
        public init(_ input: Float, _ output: Float) { (self.input, self.output) = (input, output) }
    }

    /// The largest number of points, that of Photoshop's files.
    public static let limit = 19
    /// The curve that changes nothing: (0, 0) and (1, 1).
    public static let diagonal = ControlPoints([Point(0, 0), Point(1, 1)])

    /// The points, by ascending input, no two with an equal input.
    public let points: [Point]

    /// Makes a curve.
    ///
    /// - Parameter points: At most 19 points within 0…1, in any order; the others are left out. Of two with equal input
    ///   the first counts.
    public init(_ points: [Point]) {
        let valid = points.filter { (0...1).contains($0.input) && (0...1).contains($0.output) }
        var taken: [Point] = []
        for point in valid where taken.count < ControlPoints.limit {
            if !taken.contains(where: { $0.input == point.input }) { taken.append(point) }
        }
        self.points = taken.sorted { $0.input < $1.input }
    }

    /// Computes the curve's value.
    ///
    /// - Parameter input: The value that goes in, 0…1.
    /// - Returns: The value that comes out, 0…1.
    public func value(at input: Float) -> Float { Float(Spline(self).value(at: Double(input))) }

    // MARK: Numbers

    /// The count in a body's struct: none, since no body gets the points, it gets the curve.
    public static var componentCount: Int { 0 }
    /// True: it can have any count of numbers.
    public static var isList: Bool { true }
    /// The type in a body: none.
    public static var shaderType: String { "" }
    /// The input and output of each point in turn.
    public var components: [Float] { points.flatMap { [$0.input, $0.output] } }

    /// Makes a curve of input and output of each point in turn; pairs that are not within 0…1 are left out.
    public init(components: [Float]) {
        let pairs = stride(from: 0, to: components.count - 1, by: 2)
        self.init(pairs.map { Point(components[$0], components[$0 + 1]) })
    }
}

/// A natural cubic spline.
struct Spline {
    private let inputs: [Double]
    private let outputs: [Double]
    /// The second derivatives at the points.
    private let bends: [Double]

    init(_ curve: ControlPoints) {
        let points = curve.points.isEmpty ? ControlPoints.diagonal.points : curve.points
        inputs = points.map { Double($0.input) }
        outputs = points.map { Double($0.output) }
        bends = Spline.bends(inputs, outputs)
    }

    func value(at input: Double) -> Double {
        guard let first = inputs.first, let last = inputs.last, input > first else { return outputs[0] }
        guard input < last, let next = inputs.firstIndex(where: { $0 > input }) else {
            return outputs[outputs.count - 1]
        }
        let width = inputs[next] - inputs[next - 1]
        let right = (input - inputs[next - 1]) / width
        let left = 1 - right
        let bend =
            (left * left * left - left) * bends[next - 1] + (right * right * right - right) * bends[next]
        let value = left * outputs[next - 1] + right * outputs[next] + width * width / 6 * bend
        return min(max(value, 0), 1)
    }

    /// Solves the tridiagonal system that makes first derivatives meet (Thomas's algorithm).
    private static func bends(_ inputs: [Double], _ outputs: [Double]) -> [Double] {
        var bends = Array(repeating: 0.0, count: inputs.count)
        guard inputs.count > 2 else { return bends }
        var factors = bends
        for index in 1..<(inputs.count - 1) {
            let before = inputs[index] - inputs[index - 1]
            let after = inputs[index + 1] - inputs[index]
            let turn =
                (outputs[index + 1] - outputs[index]) / after - (outputs[index] - outputs[index - 1]) / before
            let pivot = 2 * (before + after) - before * factors[index - 1]
            factors[index] = after / pivot
            bends[index] = (6 * turn - before * bends[index - 1]) / pivot
        }
        for index in (1..<(inputs.count - 1)).reversed() {
            bends[index] -= factors[index] * bends[index + 1]
        }
        return bends
    }
}
