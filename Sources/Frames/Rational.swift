/// An exact fraction, for frame rates and pixel shapes; the denominator is positive and the terms are lowest.
public struct Rational: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The upper term, which carries the sign.
    public let numerator: Int
    /// The lower term, above zero.
    public let denominator: Int

    /// Makes a fraction in lowest terms; one whose terms have no counterpart of the other sign, `Int.min`, is brought to the nearest.
    ///
    /// - Precondition: `denominator` is not zero.
    public init(_ numerator: Int, _ denominator: Int = 1) {
        precondition(denominator != 0, "a fraction's denominator is not zero")
        let divisor = Rational.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
        let upper = Int(clamping: numerator.magnitude / divisor)
        self.numerator = (numerator < 0) == (denominator < 0) ? upper : -upper
        self.denominator = Int(clamping: denominator.magnitude / divisor)
    }

    /// The nearest floating-point value.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// The fraction turned over; nil for zero.
    public var reciprocal: Rational? {
        numerator == 0 ? nil : Rational(denominator, numerator)
    }

    /// Multiplies two fractions; where the terms of the product have more than 63 bits, it is the nearest that fits.
    public static func * (first: Rational, second: Rational) -> Rational {
        // Each is in lowest terms, so that only these can be shortened.
        let across = Rational(first.numerator, second.denominator)
        let back = Rational(second.numerator, first.denominator)
        let upper = across.numerator.multipliedReportingOverflow(by: back.numerator)
        let lower = across.denominator.multipliedReportingOverflow(by: back.denominator)
        if !upper.overflow, !lower.overflow { return Rational(upper.partialValue, lower.partialValue) }
        return Rational(nearest: first.value * second.value)
    }

    /// Makes a fraction near a number that whole terms of 62 bits can hold.
    private init(nearest value: Double) {
        let largest = Double(Int.max / 2)
        let magnitude = abs(value)
        let lower = magnitude < 1 ? largest : max(1, (largest / magnitude).rounded(.down))
        let upper = min(largest, (magnitude * lower).rounded())
        self.init(value < 0 ? -Int(upper) : Int(upper), Int(lower))
    }

    /// The nearest shape that pixels can have: from 1/65536 to 65536, with terms of as much at most; 1 for what is not above zero.
    ///
    /// Files and drivers may tell any, and products of it with sizes and parts of pictures must be numbers, too.
    public var asPixelShape: Rational {
        let most = 65536
        guard numerator > 0 else { return Rational(1) }
        guard max(numerator, denominator) > most else { return self }
        if denominator <= numerator / most { return Rational(most) }
        if numerator <= denominator / most { return Rational(1, most) }
        // The convergents of the continued fraction, as far as their terms go.
        var (upper, lower) = (numerator, denominator)
        var (before, last) = ((0, 1), (1, 0))
        while lower != 0 {
            let quotient = upper / lower
            let next = (quotient * last.0 + before.0, quotient * last.1 + before.1)
            if max(next.0, next.1) > most { break }
            (before, last) = (last, next)
            (upper, lower) = (lower, upper % lower)
        }
        return Rational(last.0, last.1)
    }

    /// Compares two fractions exactly.
    public static func < (first: Rational, second: Rational) -> Bool {
        // Drivers may report terms that fill 32 bits, so the products need more than 64.
        let left = first.numerator.multipliedFullWidth(by: second.denominator)
        let right = second.numerator.multipliedFullWidth(by: first.denominator)
        return (left.high, left.low) < (right.high, right.low)
    }

    /// The fraction as text: `30` or `30000/1001`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    private static func greatestCommonDivisor(_ first: UInt, _ second: UInt) -> UInt {
        var (first, second) = (first, second)
        while second != 0 { (first, second) = (second, first % second) }
        return max(first, 1)
    }
}

extension Rational: Codable {
    /// Reads `30` or `30000/1001`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let parts = try container.decode(String.self).split(separator: "/", maxSplits: 1).map { Int($0) }
        guard let first = parts.first, let upper = first, let lower = parts.count == 2 ? parts[1] : 1,
            lower != 0
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a fraction")
        }
        self.init(upper, lower)
    }

    /// Writes `30` or `30000/1001`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
