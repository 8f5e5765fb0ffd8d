internal import Frames

/// The part of a picture's width or height, as the viewer sees it, that is seen in the window.
struct PictureSpan: Hashable {
    /// The share of the picture that lies before it.
    let start: Double
    /// The share of the picture that lies before its end.
    let end: Double
    /// The number of the picture's pixels that are seen; nil when it is not a whole number.
    let pixels: Int?
    /// The number of the picture's pixels before the first one that is seen.
    private let first: Double
    /// The number of pixels that are seen.
    private let length: Double
    /// The number of the picture's pixels.
    private let count: Double

    /// Takes the middle of a part.
    ///
    /// Where it is a whole number of pixels it starts at one, so that 1:1 stays 1:1; of a part that the viewer has
    /// chosen only where it is 1:1, because half a pixel would be seen in a picture that is enlarged.
    ///
    /// - Parameters:
    ///   - share: The share of the picture's side that is seen; not more than the part.
    ///   - start: The share before the part.
    ///   - part: The part's share.
    ///   - count: The number of the picture's pixels.
    ///   - covered: The number of the window's pixels that show them.
    init(showing share: WideFraction, ofPartAt start: Rational, _ part: Rational, count: Int, covered: Int) {
        let seen = share.whole(times: count)
        pixels = seen
        self.count = Double(count)
        length = share.value * Double(count)
        if let seen, part == Rational(1) || seen == covered {
            // Twice the start: from the part's own to the middle of what it leaves, both exact.
            let twice = WideFraction(
                Int128(count)
                    * (2 * Int128(start.numerator) * Int128(part.denominator)
                        + Int128(part.numerator) * Int128(start.denominator))
                    - Int128(seen) * Int128(start.denominator) * Int128(part.denominator),
                Int128(start.denominator) * Int128(part.denominator))
            first = Double(twice.numerator / (2 * twice.denominator))
            self.start = first / Double(count)
        } else {
            self.start = start.value + (part.value - share.value) / 2
            first = self.start * Double(count)
        }
        end = self.start + share.value
    }

    /// Works out the steps over the part in a rectangle of the window.
    ///
    /// - Parameters:
    ///   - covered: The number of the window's pixels.
    ///   - isBackwards: True when the frame's pixels come from right to left, or from below.
    /// - Returns: The way along the frame.
    func steps(_ covered: Int, isBackwards: Bool) -> PlaceSteps {
        isBackwards
            ? PlaceSteps(start: count - first, length: -length, count: covered)
            : PlaceSteps(start: first, length: length, count: covered)
    }

    /// Finds the share of the picture before a point of the window.
    ///
    /// - Parameter place: The share of the covered pixels before it; one outside 0 to 1 counts as the nearest inside.
    /// - Returns: The share, from ``start`` to ``end``.
    func share(at place: Double) -> Double { start + min(1, max(0, place)) * (end - start) }
}
