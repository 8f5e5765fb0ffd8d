internal import TestSupport

/// The driver's bars, from left to right: white, yellow, cyan, green, magenta, red, blue and black.
enum Bars {
    /// At 75 %: `0.75 * 255`, whatever the colors on the wire.
    static let dim = colors(191)
    /// At 100 %.
    static let bright = colors(255)

    /// How far a color may be from the ideal.
    ///
    /// The driver cuts off fractions: 75 % white is 179 instead of 180.25 in limited range, black is 1 in full range. Its
    /// chroma is off by up to 1, which BT.601's and BT.2020's blue makes 2.
    static let tolerance = 4

    private static func colors(_ level: UInt8) -> [Color] {
        [0b111, 0b110, 0b011, 0b010, 0b101, 0b100, 0b001, 0b000].map { (bits: Int) in
            Color(bits & 4 == 0 ? 0 : level, bits & 2 == 0 ? 0 : level, bits & 1 == 0 ? 0 : level)
        }
    }

    /// Every bar of a picture that fills the image, at its middle.
    static func middles(of image: Image) -> [Color] {
        (0..<8).map { bar in
            let part = PixelRectangle(
                x: image.width * (2 * bar + 1) / 16 - 2, y: image.height / 2 - 2, width: 4, height: 4)
            return image.color(of: part)
        }
    }

    /// Which bars are not as expected.
    static func wrong(_ found: [Color], _ expected: [Color], tolerance: Int = tolerance) -> [String] {
        zip(found, expected).enumerated()
            .filter { $1.0.distance(to: $1.1) > tolerance }
            .map { "bar \($0): \($1.0) instead of \($1.1)" }
    }
}
