internal import Frames

/// An exact fraction with terms of 128 bits, for products of sizes, pixel shapes and parts of pictures.
///
/// Sizes are at most 2¹⁶, the terms of a pixel's shape, too, and those of a ``PictureRegion`` at most 2³⁰.
struct WideFraction: Equatable {
    let numerator: Int128
    /// The lower term, above zero.
    let denominator: Int128

    /// Makes a fraction in lowest terms; the denominator is above zero.
    init(_ numerator: Int128, _ denominator: Int128) {
        var (first, second) = (numerator.magnitude, denominator.magnitude)
        while second != 0 { (first, second) = (second, first % second) }
        let divisor = Int128(max(first, 1))
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    init(_ fraction: Rational) {
        numerator = Int128(fraction.numerator)
        denominator = Int128(fraction.denominator)
    }

    /// The nearest floating-point value.
    var value: Double { Double(numerator) / Double(denominator) }

    /// Gives the product with a whole number; nil when that is no whole number.
    func whole(times count: Int) -> Int? {
        let product = WideFraction(numerator * Int128(count), denominator)
        return product.denominator == 1 ? Int(exactly: product.numerator) : nil
    }

    static func + (first: WideFraction, second: WideFraction) -> WideFraction {
        WideFraction(
            first.numerator * second.denominator + second.numerator * first.denominator,
            first.denominator * second.denominator)
    }

    static func - (first: WideFraction, second: WideFraction) -> WideFraction {
        first + WideFraction(-second.numerator, second.denominator)
    }

    static func < (first: WideFraction, second: WideFraction) -> Bool {
        first.numerator * second.denominator < second.numerator * first.denominator
    }
}
