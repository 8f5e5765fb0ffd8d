internal import VulkanCore

/// A colour transform for vectors of sixteen pixels: samples in 1/256 above the middle code become pixels of four bytes.
///
/// The arithmetic is that of ``ColorWeights``.
struct ProcessorColors {
    private let luma: Samples
    private let red: (second: Samples, third: Samples, constant: Samples)
    private let green: (second: Samples, third: Samples, constant: Samples)
    private let blue: (second: Samples, third: Samples, constant: Samples)
    private let isBlueFirst: Bool

    /// - Parameters:
    ///   - weights: The transform. Luma weighs the same in all three colours, and so do red, green and blue themselves.
    ///   - isBlueFirst: The order of the bytes: blue, green, red, or red, green, blue; then comes 255.
    init(_ weights: ColorWeights, isBlueFirst: Bool) {
        func vector(_ weight: Int32) -> Samples { Samples(repeating: Int16(truncatingIfNeeded: weight)) }
        luma = vector(weights.red.x)
        red = (vector(weights.red.y), vector(weights.red.z), vector(weights.red.w))
        green = (vector(weights.green.y), vector(weights.green.z), vector(weights.green.w))
        blue = (vector(weights.blue.y), vector(weights.blue.z), vector(weights.blue.w))
        self.isBlueFirst = isBlueFirst
    }

    /// What chroma adds to red, green and blue.
    struct Chroma {
        var red: Samples
        var green: Samples
        var blue: Samples
    }

    /// What eight pairs of Cb and Cr add.
    @inline(__always)
    func chroma(_ second: Samples, _ third: Samples) -> Chroma {
        Chroma(
            red: third.upperProduct(red.third) &+ red.constant,
            green: second.upperProduct(green.second) &+ third.upperProduct(green.third) &+ green.constant,
            blue: second.upperProduct(blue.second) &+ blue.constant)
    }

    /// Eight pixels and eight more.
    @inline(__always)
    func pixels(
        _ low: Samples, _ lowChroma: Chroma, _ high: Samples, _ highChroma: Chroma
    ) -> (SIMD8<UInt32>, SIMD8<UInt32>) {
        let (low, high) = (low.upperProduct(luma), high.upperProduct(luma))
        return packed(
            Samples.saturated((low &+ lowChroma.red) &>> 5, (high &+ highChroma.red) &>> 5),
            Samples.saturated((low &+ lowChroma.green) &>> 5, (high &+ highChroma.green) &>> 5),
            Samples.saturated((low &+ lowChroma.blue) &>> 5, (high &+ highChroma.blue) &>> 5))
    }

    /// Sixteen pixels whose samples are red, green and blue: one product for each.
    @inline(__always)
    func pixels(
        red: (Samples, Samples), green: (Samples, Samples), blue: (Samples, Samples)
    ) -> (SIMD8<UInt32>, SIMD8<UInt32>) {
        let constant = self.red.constant
        @inline(__always)
        func bytes(_ values: (Samples, Samples)) -> Bytes {
            Samples.saturated(
                (values.0.upperProduct(luma) &+ constant) &>> 5,
                (values.1.upperProduct(luma) &+ constant) &>> 5)
        }
        return packed(bytes(red), bytes(green), bytes(blue))
    }

    @inline(__always)
    private func packed(_ red: Bytes, _ green: Bytes, _ blue: Bytes) -> (SIMD8<UInt32>, SIMD8<UInt32>) {
        let lower = isBlueFirst ? blue.interleaved(green) : red.interleaved(green)
        let upper = (isBlueFirst ? red : blue).interleaved(Bytes(repeating: 255))
        return (lower.lowHalf.interleaved(upper.lowHalf), lower.highHalf.interleaved(upper.highHalf))
    }
}
