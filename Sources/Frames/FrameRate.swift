extension Rational {
    /// Reads a rate in frames per second: `30`, `30000/1001`, `29.97` (which means 30000/1001), `12.5`.
    ///
    /// - Parameter text: The rate. Anything but a number above 0 and up to 1000 gives nil.
    public init?(frameRate text: some StringProtocol) {
        guard let rate = Rational(fraction: text) ?? Rational(decimal: text) else { return nil }
        guard rate.numerator > 0, rate <= Rational(1000) else { return nil }
        self = rate
    }

    private init?(fraction text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let upper = Int32(parts[0]) else { return nil }
        guard let lower = parts.count == 2 ? Int32(parts[1]) : 1, lower > 0 else { return nil }
        self.init(Int(upper), Int(lower))
    }

    private init?(decimal text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...6).contains(parts[1].count), parts[1].allSatisfy(\.isASCII),
            parts[1].allSatisfy(\.isNumber), let whole = UInt32(parts[0]), let part = Int(parts[1])
        else { return nil }
        let scale = parts[1].reduce(1) { scale, _ in scale * 10 }
        let exact = Rational(Int(whole) * scale + part, scale)
        // Television's rates are written rounded; they mean 24, 30, 60 or 120 by 1.001.
        let television = [24000, 30000, 60000, 120_000].map { Rational($0, 1001) }
        self = television.first { abs($0.value - exact.value) < 0.006 } ?? exact
    }
}
