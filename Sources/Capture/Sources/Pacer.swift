internal import Frames
internal import LinuxIO

/// Deadlines at a constant rate, each computed from the first, so that errors never add up.
struct Pacer {
    let rate: Rational
    /// The deadline of frame 0.
    var start = MonotonicClock.now()

    /// The moment at which frame `number` is due, in nanoseconds of the monotonic clock.
    func deadline(_ number: UInt64) -> Int64 { start + Pacer.nanoseconds(number, at: rate) }

    /// Finds the last frame that is due at a moment, and not before `number`.
    func frame(at now: Int64, from number: UInt64) -> UInt64 {
        let elapsed = UInt64(max(0, now - start))
        let product = elapsed.multipliedFullWidth(by: UInt64(rate.numerator))
        let divisor = UInt64(rate.denominator) * 1_000_000_000
        guard product.high < divisor else { return number }
        return max(number, divisor.dividingFullWidth(product).quotient)
    }

    /// Moves all deadlines, so that frame `number` is due now: for a reader that fell behind and must not hurry.
    mutating func restart(at number: UInt64, now: Int64 = MonotonicClock.now()) {
        start = now - Pacer.nanoseconds(number, at: rate)
    }

    private static func nanoseconds(_ number: UInt64, at rate: Rational) -> Int64 {
        let product = number.multipliedFullWidth(by: UInt64(rate.denominator) * 1_000_000_000)
        let divisor = UInt64(rate.numerator)
        guard product.high < divisor else { return .max / 2 }
        return Int64(clamping: divisor.dividingFullWidth(product).quotient)
    }
}
