/// A table that replaces colours: three curves, or a cube of colours.
public struct ColorTable: Sendable, Equatable {
    /// The arrangement of the entries.
    public enum Shape: Sendable, Equatable {
        /// Each channel has its own curve: entry i holds the values of all three for the input i.
        case curves
        /// Entries for all mixtures, red counting fastest, then green, then blue.
        case cube
    }

    /// The arrangement of the entries.
    public let shape: Shape
    /// The number of entries along each axis, at least two.
    public let count: Int
    /// The red, green and blue of each entry; what lies between them is clipped to 0…1.
    public let entries: [SIMD3<Float>]
    /// The colour of the first entry.
    public let minimum: SIMD3<Float>
    /// The colour of the last entry.
    public let maximum: SIMD3<Float>
    /// The title that its maker gave it; may be empty.
    public let title: String

    /// The table that changes nothing.
    public static let identity = ColorTable(
        shape: .cube, count: 2,
        entries: (0..<8).map { index -> SIMD3<Float> in
            let (red, green, blue) = (index & 1, index >> 1 & 1, index >> 2)
            return SIMD3(Float(red), Float(green), Float(blue))
        })

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - shape: The arrangement of the entries.
    ///   - count: The number of entries along each axis, at least two.
    ///   - entries: `count` of them for curves, `count`³ for a cube.
    ///   - minimum: The colour that the first entry is for.
    ///   - maximum: The colour that the last entry is for; greater than `minimum` in each channel.
    ///   - title: The title that its maker gave it.
    public init(
        shape: Shape, count: Int, entries: [SIMD3<Float>], minimum: SIMD3<Float> = .zero,
        maximum: SIMD3<Float> = .one, title: String = ""
    ) {
        precondition(count >= 2, "a table has at least two entries along each axis")
        precondition(
            entries.count == (shape == .cube ? count * count * count : count), "the entries fit the shape")
        precondition(all(minimum .< maximum), "the last entry's colour is greater than the first one's")
        self.shape = shape
        self.count = count
        self.entries = entries
        self.minimum = minimum
        self.maximum = maximum
        self.title = title
    }

    /// Samples curves at the 256 codes of 8 bits.
    init(curves: [Spline], then last: Spline) {
        let entries = (0..<256).map { code in
            let values = curves.map { Float(last.value(at: $0.value(at: Double(code) / 255))) }
            return SIMD3(values[0], values[1], values[2])
        }
        self.init(shape: .curves, count: 256, entries: entries)
    }

    /// True for a table with an entry outside of 0…1, which no code can hold.
    var isWide: Bool { entries.contains { any($0 .< .zero) || any($0 .> .one) } }

    /// The entries as the bodies ColorCube and ColorCurves read them.
    var words: [UInt32] {
        if isWide { return floatWords }
        return shape == .cube ? cubeWords : curveWords
    }

    /// The entries' channels as floats: one entry after the other for a cube, one channel after the other for curves.
    private var floatWords: [UInt32] {
        // What is no number, or none to be reckoned with, has no place between others.
        let entries = entries.map {
            $0.replacing(with: 0, where: $0 .!= $0)
                .clamped(lowerBound: SIMD3(repeating: -1e6), upperBound: SIMD3(repeating: 1e6))
        }
        var numbers = entries.flatMap { [$0.x, $0.y, $0.z] }
        if shape == .curves { numbers = (0..<3).flatMap { channel in entries.map { $0[channel] } } + [0] }
        return numbers.map(\.bitPattern)
    }

    /// The entries as a word each; 10 bits a channel, red lowest, 1020 is 1: each 8-bit code is exact.
    private var cubeWords: [UInt32] {
        codes(ofOne: 1020).map { $0.x | $0.y << 10 | $0.z << 20 }
    }

    /// The entries of each channel as a word each, with the value in the lower 16 bits and the next entry's in the
    /// upper ones.
    private var curveWords: [UInt32] {
        let codes = codes(ofOne: 65535)
        return (0..<3).flatMap { channel in
            codes.indices.map { codes[$0][channel] | codes[min($0 + 1, codes.count - 1)][channel] << 16 }
        }
    }

    private func codes(ofOne one: Float) -> [SIMD3<UInt32>] {
        entries.map {
            let entry = $0.replacing(with: 0, where: $0 .!= $0)  // NaN has no code.
            let scaled = entry.clamped(lowerBound: .zero, upperBound: .one) * one
            return SIMD3<UInt32>(scaled.rounded(.toNearestOrEven))
        }
    }
}

extension PlanBuilder {
    /// Plans a picture whose colours a table replaces, mixed in by a parameter named `intensity`.
    func recolored(
        _ image: PlanImage, by table: ColorTable, intensity: PlanParameter
    ) throws(FilterError) -> PlanImage {
        try recolored(
            image, body: table.shape == .cube ? "ColorCube" : "ColorCurves", entries: self.table(table.words),
            count: table.count, isWide: table.isWide, from: table.minimum, to: table.maximum,
            intensity: intensity)
    }

    /// Plans a picture whose colours a cube of `count` entries along each axis replaces, packed as in ``ColorTable``.
    func recolored(
        _ image: PlanImage, by cube: PlanValues, count: Int, intensity: PlanParameter
    ) throws(FilterError) -> PlanImage {
        try recolored(
            image, body: "ColorCube", entries: cube, count: count, isWide: false, from: .zero, to: .one,
            intensity: intensity)
    }

    private func recolored(
        _ image: PlanImage, body: String, entries: PlanValues, count: Int, isWide: Bool,
        from minimum: SIMD3<Float>, to maximum: SIMD3<Float>, intensity: PlanParameter
    ) throws(FilterError) -> PlanImage {
        let scale = Float(count - 1) / (maximum - minimum)
        let parameters: [PlanParameter] = [
            .constant("minimum", Color(red: minimum.x, green: minimum.y, blue: minimum.z)),
            .constant("scale", Color(red: scale.x, green: scale.y, blue: scale.z)),
            .constant("last", count - 1), .constant("isWide", isWide), intensity,
        ]
        return try point(body, [image], parameters, values: [entries])
    }
}
