public import Frames

/// A part of a picture as the viewer sees it, upright, turned and mirrored: shares of its width and height, from 0 to 1.
///
/// Shares are exact fractions, so that whole pixels of a picture stay whole pixels: a third of 960 columns is 320. What
/// makes no sense becomes sane: of a part that stands out the inside is taken, and one that has no inside, or is empty, or
/// no number, is all of the picture, for each axis by itself. No part is narrower or lower than ``least``. Fractions
/// whose lower term is above 2³⁰ are rounded to multiples of 2⁻³⁰.
public struct PictureRegion: Hashable, Sendable {
    /// The share of the width that lies left of it.
    public let x: Rational
    /// The share of the height that lies above it.
    public let y: Rational
    /// The share of the width that it covers.
    public let width: Rational
    /// The share of the height that it covers.
    public let height: Rational

    /// All of the picture.
    public static let whole = PictureRegion(
        x: Rational(0), y: Rational(0), width: Rational(1), height: Rational(1))

    /// The smallest share: a pixel of the largest picture.
    public static let least = Rational(1, 16384)

    /// The number of steps into which fractions are divided where they have to be rounded.
    private static let steps = 1 << 30

    /// Takes a part by its exact corner and size.
    public init(x: Rational, y: Rational, width: Rational, height: Rational) {
        (self.x, self.width) = PictureRegion.sane(x, width)
        (self.y, self.height) = PictureRegion.sane(y, height)
    }

    /// Takes a part by its corner and size, rounded to multiples of 2⁻³⁰.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.width) = PictureRegion.sane(x, width)
        (self.y, self.height) = PictureRegion.sane(y, height)
    }

    /// Takes whole pixels of a picture.
    ///
    /// - Parameters:
    ///   - pixels: The part; 0, 0 is the picture's top left corner as the viewer sees it.
    ///   - size: The picture's size in pixels, turned as the viewer sees it; an empty one gives all of the picture.
    public init(_ pixels: Placement.Rectangle, of size: PixelSize) {
        let size = size.isEmpty ? PixelSize(width: 1, height: 1) : size
        self.init(
            x: Rational(pixels.x, size.width), y: Rational(pixels.y, size.height),
            width: Rational(pixels.size.width, size.width), height: Rational(pixels.size.height, size.height))
    }

    private static func sane(_ start: Double, _ length: Double) -> (Rational, Rational) {
        let inside = start < 0 ? min(start + length, 1) : min(length, 1 - start)
        guard start.isFinite, length.isFinite, inside > 0 else { return (Rational(0), Rational(1)) }
        func rounded(_ share: Double) -> WideFraction {
            WideFraction(Int128((share * Double(steps)).rounded()), Int128(steps))
        }
        return sane(rounded(max(start, 0)), rounded(inside))
    }

    private static func sane(_ start: Rational, _ length: Rational) -> (Rational, Rational) {
        guard length > Rational(0) else { return (Rational(0), Rational(1)) }
        return sane(rounded(WideFraction(start)), rounded(WideFraction(length)))
    }

    /// Takes the inside of a part whose length may have become zero by rounding.
    private static func sane(_ start: WideFraction, _ length: WideFraction) -> (Rational, Rational) {
        let (zero, one) = (WideFraction(0, 1), WideFraction(1, 1))
        guard start < one, zero < start + length || start == zero else { return (Rational(0), Rational(1)) }
        let first = rounded(start < zero ? zero : start)
        let end = start + length
        var inside = rounded((one < end ? one : end) - first)
        if inside < WideFraction(least) { inside = WideFraction(least) }
        let last = one - inside
        return (rational(last < first ? last : first), rational(inside))
    }

    /// Rounds a fraction with a large lower term.
    private static func rounded(_ fraction: WideFraction) -> WideFraction {
        guard fraction.denominator > steps else { return fraction }
        let twice = 2 * fraction.numerator * Int128(steps) + fraction.denominator
        let (quotient, rest) = twice.quotientAndRemainder(dividingBy: 2 * fraction.denominator)
        return WideFraction(rest < 0 ? quotient - 1 : quotient, Int128(steps))
    }

    /// Gives a fraction from 0 to 1 whose terms are small.
    private static func rational(_ fraction: WideFraction) -> Rational {
        Rational(Int(truncatingIfNeeded: fraction.numerator), Int(truncatingIfNeeded: fraction.denominator))
    }
}
