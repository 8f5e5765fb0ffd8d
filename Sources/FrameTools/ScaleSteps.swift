internal import Frames

/// The fractions by which pictures are made smaller, the largest first: 3/4 and 2/3 of the one before in turn.
///
/// They begin with 2/3 where both sides are multiples of 3, and with two steps of it where they are of 9. So their denominators stay
/// small, and each pixel is made of few.
struct ScaleSteps: Sequence, IteratorProtocol {
    /// A fraction in lowest terms.
    struct Fraction: Equatable {
        var upper = 1
        var lower = 1

        /// Computes the number of pixels of a picture that is made smaller by this.
        func pixels(of size: PixelSize) -> Int {
            Int(Double(size.width * size.height) * Double(upper * upper) / Double(lower * lower))
        }

        fileprivate func times(_ upper: Int, _ lower: Int) -> Fraction {
            var product = Fraction(upper: self.upper * upper, lower: self.lower * lower)
            for factor in [2, 3] {
                while product.upper % factor == 0, product.lower % factor == 0 {
                    product.upper /= factor
                    product.lower /= factor
                }
            }
            return product
        }
    }

    private var upcoming: Fraction? = Fraction()
    /// The factors of 3 that steps of 2/3 may take before the first step of 3/4.
    private var threes: Int

    init(_ size: PixelSize) {
        let isMultiple = { (of: Int) in size.width % of == 0 && size.height % of == 0 }
        threes = isMultiple(9) ? 2 : isMultiple(3) ? 1 : 0
    }

    mutating func next() -> Fraction? {
        guard let fraction = upcoming else { return nil }
        if threes > 0 {
            threes -= 1
            upcoming = fraction.times(2, 3)
        } else {
            threes += 1
            upcoming = fraction.times(3, 4)
        }
        // Less than a ten-thousandth is no picture any more.
        if fraction.lower > 16384 { upcoming = nil }
        return fraction
    }
}
