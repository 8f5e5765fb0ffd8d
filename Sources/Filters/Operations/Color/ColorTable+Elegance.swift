/// The two tables of ``SoftElegance``, of formulas.
extension ColorTable {
    /// Less colour, lighter shadows and middles.
    ///
    /// Of the colour's distance from its luminance L 85 % stay: `s = L + 0.85·(c − L)`; then `0.03 + 0.97·(s + 0.3·s·(1 − s))`.
    public static let softening = ColorTable(title: "Softening") { color in
        let luminance = luminance(of: color)
        let soft = luminance + 0.85 * (color - luminance)
        return 0.03 + 0.97 * (soft + 0.3 * soft * (1 - soft))
    }

    /// A little more contrast, cool shadows and warm lights.
    ///
    /// A third of a smooth step, `s = c + 0.35·(c²·(3 − 2c) − c)`; to that come `0.05·(1 − L)·(−1, 0, 1)` and `0.05·L·(1, 0.3, −1)`, with
    /// the luminance L of c.
    public static let warming = ColorTable(title: "Warming") { color in
        let luminance = luminance(of: color)
        let steep = color + 0.35 * (color * color * (3 - 2 * color) - color)
        return steep + 0.05 * (1 - luminance) * SIMD3(-1, 0, 1) + 0.05 * luminance * SIMD3(1, 0.3, -1)
    }

    /// Samples a formula at 17 values of each channel: smooth ones are met to a fraction of a code.
    private init(title: String, _ formula: (SIMD3<Float>) -> SIMD3<Float>) {
        let count = 17
        let entries = (0..<count * count * count).map { index in
            let place = SIMD3(index % count, index / count % count, index / (count * count))
            return formula(SIMD3<Float>(place) / Float(count - 1))
        }
        self.init(shape: .cube, count: count, entries: entries, title: title)
    }

    private static func luminance(of color: SIMD3<Float>) -> Float {
        (color * SIMD3(0.2125, 0.7154, 0.0721)).sum()
    }
}
