/// The value of a neighbourhood that counts.
package enum Extreme: Int {
    /// The largest value, for a dilation.
    case largest
    /// The smallest value, for an erosion.
    case smallest
}

extension PlanBuilder {
    /// Plans the largest or smallest value of the square around each pixel, in two passes; edges repeat.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - extreme: The value that counts.
    ///   - radius: The reach of the square; 0 or less takes the pixel alone, above 16 is taken as 16.
    ///   - ofLuminance: True when the luminance counts, and the result is grey and opaque; otherwise red, green and
    ///     blue each count for themselves, and alpha stays.
    /// - Returns: A picture of the same size, 8 bits.
    /// - Throws: `FilterError.unsupportedSize`.
    package func morphology(
        _ image: PlanImage, _ extreme: Extreme, radius: Int, ofLuminance: Bool = false
    ) throws(FilterError) -> PlanImage {
        var constants = [
            "RADIUS": max(0, min(16, radius)), "SMALLEST": extreme.rawValue,
            "LUMINANCE": ofLuminance ? 1 : 0, "DOWN": 0,
        ]
        let across = try area(
            "Morphology", [image], constants: constants, readsLuminance: ofLuminance, pixelsPerInvocation: 4)
        constants["LUMINANCE"] = 0
        constants["DOWN"] = 1
        return try area("Morphology", [across], constants: constants, pixelsPerInvocation: 4)
    }
}
