internal import Glibc

/// A colour of sRGB with its opacity, each number 0…1, not multiplied by the opacity.
public struct PaintColor: Sendable, Hashable {
    /// Red.
    public var red: Double
    /// Green.
    public var green: Double
    /// Blue.
    public var blue: Double
    /// The opacity.
    public var alpha: Double

    /// Describes a colour.
    ///
    /// - Parameters:
    ///   - red: Red, 0…1.
    ///   - green: Green, 0…1.
    ///   - blue: Blue, 0…1.
    ///   - alpha: The opacity, 0…1.
    public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
        func bounded(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
        (self.red, self.green) = (bounded(red), bounded(green))
        (self.blue, self.alpha) = (bounded(blue), bounded(alpha))
    }

    /// Black.
    public static let black = PaintColor(0, 0, 0)
    /// White.
    public static let white = PaintColor(1, 1, 1)

    /// The colour with another opacity.
    public func opacity(_ alpha: Double) -> PaintColor { PaintColor(red, green, blue, alpha) }

    /// The colour that is seen where this one lies over another, as compositors blend: in sRGB's own numbers.
    public func over(_ below: PaintColor) -> PaintColor {
        let rest = 1 - alpha
        return PaintColor(
            red * alpha + below.red * rest, green * alpha + below.green * rest,
            blue * alpha + below.blue * rest, alpha + below.alpha * rest)
    }

    /// The colour some way towards another.
    func mixed(with other: PaintColor, _ share: Double) -> PaintColor {
        PaintColor(
            red + (other.red - red) * share, green + (other.green - green) * share,
            blue + (other.blue - blue) * share, alpha + (other.alpha - alpha) * share)
    }

    /// The relative luminance, 0…1, of the colour without its opacity (Web Content Accessibility Guidelines 2.2).
    public var luminance: Double {
        func linear(_ value: Double) -> Double {
            guard value > 0.04045 else { return value / 12.92 }
            return pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The ratio of two colours' luminances, 1…21, without their opacities (Web Content Accessibility Guidelines 2.2).
    public func contrast(with other: PaintColor) -> Double {
        let (one, two) = (luminance + 0.05, other.luminance + 0.05)
        return max(one, two) / min(one, two)
    }
}
