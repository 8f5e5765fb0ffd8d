internal import Glibc

/// The number that a slider shows and sets.
public struct SliderValue: Sendable, Equatable {
    /// The number, within the range.
    public private(set) var value: Double
    /// The smallest and the largest number.
    public let range: ClosedRange<Double>
    /// The distance of neighbouring numbers; 0 for any number.
    public let step: Double
    /// True where equal ways are equal ratios, for ranges of many powers of ten.
    public let isLogarithmic: Bool
    /// The number that a double click sets; nil for none.
    public let defaultValue: Double?
    /// The unit behind the number, such as ` %`.
    public let unit: String
    /// The words in the place of the number; nil for the number itself.
    public var words: String?

    /// Describes a number; one that is outside of the range, or none at all, becomes the nearest.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - range: The smallest and the largest number, finite.
    ///   - step: The distance of neighbouring numbers; 0 for any number.
    ///   - isLogarithmic: True where equal ways are equal ratios; counts where the range is above 0.
    ///   - defaultValue: The number that a double click sets; nil for none.
    ///   - unit: The unit behind the number.
    ///   - words: The words in the place of the number.
    public init(
        _ value: Double, in range: ClosedRange<Double>, step: Double = 0, isLogarithmic: Bool = false,
        defaultValue: Double? = nil, unit: String = "", words: String? = nil
    ) {
        let isFinite = range.lowerBound.isFinite && range.upperBound.isFinite
        self.range = isFinite ? range : 0...1
        self.step = step.isFinite ? max(step, 0) : 0
        self.isLogarithmic = isLogarithmic && self.range.lowerBound > 0
        self.value = self.range.lowerBound
        self.defaultValue = defaultValue
        (self.unit, self.words) = (unit, words)
        self.value = nearest(value)
    }

    /// The number of the range's steps that is nearest.
    public func nearest(_ value: Double) -> Double {
        guard !value.isNaN else { return range.lowerBound }
        let bounded = min(max(value, range.lowerBound), range.upperBound)
        guard step > 0 else { return bounded }
        let steps = ((bounded - range.lowerBound) / step).rounded()
        return min(range.lowerBound + steps * step, range.upperBound)
    }

    /// The slider with another number; words in its place are dropped.
    public func setting(_ value: Double) -> SliderValue {
        var changed = self
        changed.value = nearest(value)
        if changed.value != self.value { changed.words = nil }
        return changed
    }

    /// The place of the number, 0 at the smallest and 1 at the largest.
    public var position: Double {
        let (low, high) = (range.lowerBound, range.upperBound)
        guard high > low else { return 0 }
        return isLogarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low)
    }

    /// The number at a place, 0…1.
    public func value(at position: Double) -> Double {
        let (low, high) = (range.lowerBound, range.upperBound)
        let place = position.isNaN ? 0 : min(max(position, 0), 1)
        return nearest(isLogarithmic ? low * pow(high / low, place) : low + (high - low) * place)
    }

    /// The number some steps away; steps of a hundredth of the way where it has none of its own, or where they would be too small to see.
    ///
    /// - Parameter count: The number of steps, negative towards the smallest.
    /// - Returns: The number, which differs from this one unless this one is at the end.
    public func stepped(by count: Double) -> Double {
        let moved = value(at: position + count / 100)
        let least = value + count * step
        if step > 0, abs(moved - value) < abs(least - value) { return nearest(least) }
        return moved
    }

    /// True where the number is not the one that a double click sets.
    public var isChanged: Bool { defaultValue.map { nearest($0) != value } ?? false }

    /// The words that are shown.
    public var text: String { words ?? Self.text(value, step: step > 0 ? step : span / 100) + unit }

    private var span: Double { range.upperBound - range.lowerBound }

    /// A number with as many digits behind the point as its steps need.
    static func text(_ value: Double, step: Double) -> String {
        var (digits, unit) = (0, 1.0)
        while digits < 4, step > 0, abs((step / unit).rounded() * unit - step) > step * 1e-3 {
            digits += 1
            unit /= 10
        }
        let whole = (value / unit).rounded()
        guard digits > 0, abs(whole) < 1e15 else {
            return abs(value) < 1e15 ? "\(Int(value.rounded()))" : "\(value)"
        }
        let number = String(Int(abs(whole)))
        let padded = String(repeating: "0", count: max(digits + 1 - number.count, 0)) + number
        return (whole < 0 ? "−" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
    }

    /// Reads a number that somebody typed, with a point or a comma.
    static func number(_ text: String) -> Double? {
        let plain = String(text.map { $0 == "," ? "." : $0 == "−" ? "-" : $0 })
        return Double(plain).flatMap { $0.isFinite ? $0 : nil }
    }
}
