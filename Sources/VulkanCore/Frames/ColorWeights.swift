/// A colour transform in whole numbers, the same on every device and on the processor.
///
/// A sample comes as a 16-bit number: its code as the upper bits, less the middle 32768. A colour is
/// `((first · a >> 16) + (second · b >> 16) + (third · c >> 16) + constant) >> 5`, kept within 0…255. Each product fits
/// 32 bits and its upper half 16 bits, which vector instructions of processors multiply at once. The result is less
/// than 0.6 codes from the exact one.
package struct ColorWeights: Hashable, Sendable {
    /// The parts of red: the samples' weights in 1/8192, and the constant in 1/32 of a code.
    package let red: SIMD4<Int32>
    /// The parts of green, in these units.
    package let green: SIMD4<Int32>
    /// The parts of blue, in these units.
    package let blue: SIMD4<Int32>

    /// Rounds a transform.
    package init(_ transform: ColorTransform) {
        red = ColorWeights.rounded(transform.red)
        green = ColorWeights.rounded(transform.green)
        blue = ColorWeights.rounded(transform.blue)
    }

    private static func rounded(_ row: SIMD4<Double>) -> SIMD4<Int32> {
        func weight(_ value: Double) -> Int32 { Int32((value * 8192).rounded()) }
        let sum = row.x + row.y + row.z
        // Half a step is lost on average where a product is cut off; the last half code is for rounding.
        let products = [row.x, row.y, row.z].count { $0 != 0 }
        let constant = 32 * (128 * sum + 255 * row.w) + 16 + 0.5 * Double(products)
        return SIMD4(weight(row.x), weight(row.y), weight(row.z), Int32(constant.rounded(.down)))
    }
}
