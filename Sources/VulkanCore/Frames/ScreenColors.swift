package import Frames
internal import Glibc

/// The way from a source's red, green and blue to those of the screen, sRGB (IEC 61966-2-1): a curve to light, a mixture of the primaries'
/// light, and a curve back.
///
/// Curves are lines between points, the same bits for every device and the processor; see Picture.glsl. Greys stay greys: white points are
/// adapted by the Bradford matrix. Greys, and colours of one primary or two, are exact within 0.7 codes of 8 bits, of PQ 1.1, of which 0.5 are the
/// rounding itself. Where a wide gamut's colour has next to nothing of a screen's primary, that is a small difference of large lights: within 1.2
/// codes, of HLG 2.2, of PQ 5.1 (RGB 102, 130, 131 of BT.2020: red becomes 25 in the place of 20).
package struct ScreenColors: Hashable, Sendable {
    /// The amount of work that a pixel takes.
    package enum Kind: UInt32, Sendable {
        /// The numbers are the screen's.
        case same
        /// The primaries are the screen's: one curve leads from numbers to codes.
        case curve
        /// A curve, the mixture, another curve.
        case mixture
    }

    /// The amount of work that a pixel takes.
    package let kind: Kind
    private let primaries: ColorDescription.Primaries
    private let transfer: ColorDescription.Transfer

    /// Finds the way of a source's colours.
    package init(_ color: ColorDescription) {
        let hasPrimaries = color.primaries == .bt709 && !color.transfer.isBright
        kind =
            !hasPrimaries ? .mixture : color.transfer == .srgb || color.transfer == .bt1886 ? .same : .curve
        // Two ways that are the same need one table.
        (primaries, transfer) = kind == .same ? (.bt709, .srgb) : (color.primaries, color.transfer)
    }

    /// White as light between the curves; the last points lie above it.
    private static let white = 32000.0
    /// White, 255, as a number before and behind the curves: a code is 128.
    private static let numbers = 32640.0

    /// The curves, one behind the other: from numbers to light, or to the screen's numbers where that is all; from light to the screen's
    /// numbers.
    package var curves: [Int16] {
        let first = Self.curve { number in
            let light = transfer.light(number / Self.numbers)
            return kind == .mixture ? Self.white * light : Self.numbers * Self.number(of: light)
        }
        return first + Self.curve { Self.numbers * Self.number(of: $0 / Self.white) }
    }

    /// The points of 64 lines over the first sixteenth, where curves are bent most, and of 64 over all; behind each a number that is not read.
    private static func curve(_ value: (Double) -> Double) -> [Int16] {
        [32.0, 512].flatMap { step in
            (0...64).map { Int16(clamping: Int(value(Double($0) * step).rounded())) } + [0]
        }
    }

    /// The screen's number for light; 1 is white.
    private static func number(of light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// The parts of the source's red, green and blue in the screen's, three by three, in 1/16384.
    package var mixture: [Int16] {
        (Matrix3(to: .bt709) * Matrix3(from: primaries)).rows.flatMap { row in
            (0..<3).map { Int16((16384 * row[$0]).rounded()) }
        }
    }
}

extension ColorDescription.Transfer {
    /// True when numbers mean light far brighter than a screen's white.
    fileprivate var isBright: Bool { self == .pq || self == .hlg }

    /// The light that a number 0…1 stands for; 1 is white.
    fileprivate func light(_ value: Double) -> Double {
        switch self {
        // What a screen shows is changed by the primaries alone.
        case .srgb, .bt1886: value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        // ITU-R BT.709-6 1.2, inverted.
        case .bt709: value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
        // Adobe RGB (1998) 4.3.4.2.
        case .adobeRGB: pow(value, 2.19921875)
        // SMPTE ST 240.
        case .smpte240m: value < 0.0913 ? value / 4 : pow((value + 0.1115) / 1.1115, 1 / 0.45)
        case .linear: value
        // SMPTE RP 431-2.
        case .dciP3: pow(value, 2.6)
        // SMPTE ST 2084 4.1: 10,000 cd/m² at most.
        case .pq: toned(100 * perceptual(value))
        // ITU-R BT.2100-2 table 5, for a screen of 1,000 cd/m² and thus with a gamma of 1.2, by each colour itself.
        case .hlg:
            toned(
                10
                    * pow(
                        value <= 0.5
                            ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12,
                        1.2))
        }
    }

    private func perceptual(_ value: Double) -> Double {
        let root = pow(value, 1 / 78.84375)
        return pow(max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
    }

    /// Brings light in 100 cd/m² to a screen whose white is 100 cd/m²: up to 60 cd/m² it stays, and nears white from there on, so that the
    /// usual white of such pictures, 203 cd/m² (ITU-R BT.2408), keeps nine tenths.
    private func toned(_ light: Double) -> Double { light <= 0.6 ? light : 1 - 0.16 / (light - 0.2) }
}

extension ColorDescription.Primaries {
    /// The chromaticities (x, y) of red, green, blue and white.
    fileprivate var chromaticities: [(x: Double, y: Double)] {
        let daylight = (0.3127, 0.329)
        return switch self {
        case .bt709: [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06), daylight]
        case .smpte170m, .smpte240m: [(0.63, 0.34), (0.31, 0.595), (0.155, 0.07), daylight]
        case .bt470bg: [(0.64, 0.33), (0.29, 0.6), (0.15, 0.06), daylight]
        case .bt470m: [(0.67, 0.33), (0.21, 0.71), (0.14, 0.08), (0.31, 0.316)]
        case .bt2020: [(0.708, 0.292), (0.17, 0.797), (0.131, 0.046), daylight]
        case .adobeRGB: [(0.64, 0.33), (0.21, 0.71), (0.15, 0.06), daylight]
        case .dciP3: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), (0.314, 0.351)]
        }
    }
}

/// Three rows of three numbers.
private struct Matrix3 {
    var rows: [SIMD3<Double>]

    /// The light of red, green and blue as CIE 1931's X, Y and Z, whose white is that of daylight, D65.
    init(from primaries: ColorDescription.Primaries) {
        let points = primaries.chromaticities.map { SIMD3($0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y) }
        let colors = Matrix3(columns: points[0], points[1], points[2])
        // Each colour is as bright as makes white of all three.
        let parts = colors.inverse * points[3]
        let bradford = Matrix3(rows: [
            SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296),
        ])
        let (from, to) = (
            bradford * points[3], bradford * SIMD3(0.3127 / 0.329, 1, (1 - 0.3127 - 0.329) / 0.329)
        )
        let ratio = to / from
        let adapted = bradford.inverse * (Matrix3(diagonal: ratio) * bradford)
        self = adapted * (colors * Matrix3(diagonal: parts))
    }

    init(to primaries: ColorDescription.Primaries) { self = Matrix3(from: primaries).inverse }

    init(rows: [SIMD3<Double>]) { self.rows = rows }

    init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        rows = (0..<3).map { SIMD3(first[$0], second[$0], third[$0]) }
    }

    init(diagonal: SIMD3<Double>) {
        rows = (0..<3).map { row in
            var values = SIMD3<Double>()
            values[row] = diagonal[row]
            return values
        }
    }

    private func column(_ number: Int) -> SIMD3<Double> {
        SIMD3(rows[0][number], rows[1][number], rows[2][number])
    }

    static func * (one: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((one.rows[0] * vector).sum(), (one.rows[1] * vector).sum(), (one.rows[2] * vector).sum())
    }

    static func * (one: Matrix3, other: Matrix3) -> Matrix3 {
        Matrix3(columns: one * other.column(0), one * other.column(1), one * other.column(2))
    }

    /// The inverse by cross products of the columns.
    var inverse: Matrix3 {
        func cross(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(
                one.y * other.z - one.z * other.y, one.z * other.x - one.x * other.z,
                one.x * other.y - one.y * other.x)
        }
        let (first, second, third) = (column(0), column(1), column(2))
        let volume = (first * cross(second, third)).sum()
        return Matrix3(rows: [
            cross(second, third) / volume, cross(third, first) / volume, cross(first, second) / volume,
        ])
    }
}
