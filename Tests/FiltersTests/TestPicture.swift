import FilterReferences

/// A picture in memory: red, green, blue and straight alpha, a byte each.
struct TestPicture: Equatable {
    let width: Int
    let height: Int
    var bytes: [UInt8]

    /// Noise that is the same each time, with every alpha; odd sizes find kernels that forget an edge.
    static func noise(_ seed: UInt64, width: Int = 37, height: Int = 23) -> TestPicture {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let bytes = (0..<width * height * 4).map { _ -> UInt8 in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
        return TestPicture(width: width, height: height, bytes: bytes)
    }

    /// One opaque colour.
    static func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> TestPicture {
        TestPicture(
            width: 37, height: 23, bytes: (0..<37 * 23).flatMap { _ in [red, green, blue, 255] })
    }

    /// One opaque grey.
    static func grey(_ level: UInt8) -> TestPicture { color(level, level, level) }

    /// Red, green, blue and alpha at a place.
    subscript(x: Int, y: Int) -> [UInt8] { Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }

    var alpha: [UInt8] { stride(from: 3, to: bytes.count, by: 4).map { bytes[$0] } }

    /// The same colours with one alpha.
    func withAlpha(_ alpha: UInt8) -> TestPicture { mapAlpha { _ in alpha } }

    /// The same colours, nowhere quite transparent.
    var seen: TestPicture { mapAlpha { max(1, $0) } }

    /// Colours turned around; alpha stays.
    var negative: TestPicture {
        var result = self
        for index in bytes.indices where index % 4 < 3 { result.bytes[index] = 255 - bytes[index] }
        return result
    }

    /// Columns become rows.
    var transposed: TestPicture {
        let pixels = (0..<width).flatMap { x in (0..<height).flatMap { y in self[x, y] } }
        return TestPicture(width: height, height: width, bytes: pixels)
    }

    /// The luminosity of the PDF's blends, in codes.
    var luminosity: [Double] {
        stride(from: 0, to: bytes.count, by: 4).map { index -> Double in
            let weights = [0.3, 0.59, 0.11]
            return (0..<3).reduce(0.0) { $0 + weights[$1] * Double(bytes[index + $1]) }
        }
    }

    /// The largest difference of two samples.
    func distance(to other: TestPicture) -> Int {
        guard width == other.width, height == other.height else { return 256 }
        return Differences(bytes, other.bytes).worst
    }

    /// How far the samples of a colour are from their mean, in codes.
    var deviation: Double {
        let samples = stride(from: 0, to: bytes.count, by: 4).map { Double(bytes[$0]) }
        let mean = samples.reduce(0, +) / Double(samples.count)
        return (samples.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(samples.count)).squareRoot()
    }

    private func mapAlpha(_ change: (UInt8) -> UInt8) -> TestPicture {
        var result = self
        for index in stride(from: 3, to: bytes.count, by: 4) { result.bytes[index] = change(bytes[index]) }
        return result
    }
}
