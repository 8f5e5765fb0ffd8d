/// Pictures of formulas, and pictures turned around.
extension TestPicture {
    typealias Pixel = SIMD4<UInt8>

    /// A picture of a formula.
    init(_ width: Int, _ height: Int, pixel: (_ x: Int, _ y: Int) -> Pixel) {
        let pixels = (0..<width * height).map { pixel($0 % width, $0 / width) }
        self.init(width: width, height: height, bytes: pixels.flatMap { [$0.x, $0.y, $0.z, $0.w] })
    }

    /// Opaque noise.
    static func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> TestPicture {
        noise(seed, width: width, height: height).withAlpha(255)
    }

    /// Opaque grey of a formula.
    static func grey(_ width: Int, _ height: Int, code: (_ x: Int, _ y: Int) -> UInt8) -> TestPicture {
        TestPicture(width, height) { x, y in
            let code = code(x, y)
            return Pixel(code, code, code, 255)
        }
    }

    /// The pixel at a place.
    func pixel(_ x: Int, _ y: Int) -> Pixel {
        let first = 4 * (y * width + x)
        return Pixel(bytes[first], bytes[first + 1], bytes[first + 2], bytes[first + 3])
    }

    /// All pixels, row by row.
    var pixels: [Pixel] { (0..<width * height).map { pixel($0 % width, $0 / width) } }

    /// A quarter turn: what was left is above.
    var turned: TestPicture { TestPicture(height, width) { x, y in pixel(y, height - 1 - x) } }
    /// What was left is right.
    var mirrored: TestPicture { TestPicture(width, height) { x, y in pixel(width - 1 - x, y) } }
}
