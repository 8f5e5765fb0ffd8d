internal import Filters

/// The step by which a key moves a parameter: a twentieth of its range, in whole numbers where it is one.
struct ParameterStep {
    private let range: ClosedRange<Float>?
    private let size: Float
    private let isWhole: Bool

    init(of parameter: AnyParameter) {
        range = parameter.range
        isWhole = parameter is Parameter<Int>
        let extent = range.map { $0.upperBound - $0.lowerBound }
        let start = abs(parameter.initialComponents.first ?? 0)
        let step = (extent ?? max(1, start)) / 20
        size = isWhole ? max(1, step.rounded()) : step
    }

    /// Computes the value some steps further, within the range.
    func value(from value: Float, steps: Int) -> Float {
        let moved = value + Float(steps) * size
        // Sums of twentieths would become 0.30000001.
        let even = isWhole ? moved.rounded() : (moved * 10000).rounded() / 10000
        return range.map { min(max(even, $0.lowerBound), $0.upperBound) } ?? even
    }

    /// Writes a number with at most four digits after the point.
    static func text(_ value: Float) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
        let parts = Int((abs(Double(value)) * 10000).rounded()).quotientAndRemainder(dividingBy: 10000)
        let digits = String(String(10000 + parts.remainder).dropFirst())
        let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
        let sign = value < 0 && parts != (0, 0) ? "-" : ""
        return "\(sign)\(parts.quotient)" + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}
