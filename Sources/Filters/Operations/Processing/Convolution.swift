/// Adds up the pixels around, up to 9×9 of them, with weights of your own.
///
/// `bias + Σ wᵢⱼ·pixel(row i, column j) / divisor` for red, green and blue; the first weight is that of the upper left
/// neighbour (a correlation, as `MPSImageConvolution`). Edges repeat, alpha is the pixel's own. The sums keep their
/// sign and values above 1 until a later operation or the picture's end needs 0…1.
///
/// GPUImage has ``Convolution3x3`` alone.
public final class Convolution: BasicOperation, @unchecked Sendable {
    /// The number of columns of weights: 1, 3, 5, 7 or 9; an even number counts as the next one.
    @Parameter(in: 1...9, unit: .pixels) public var kernelWidth: Int = 3
    /// The number of rows of weights: 1, 3, 5, 7 or 9; an even number counts as the next one.
    @Parameter(in: 1...9, unit: .pixels) public var kernelHeight: Int = 3
    /// The weights, row by row; those that are missing are 0, those too many are ignored.
    ///
    /// The default gives the picture back. Setting them for each frame costs nothing more.
    @Parameter public var weights: [Float] = [0, 0, 0, 0, 1, 0, 0, 0, 0]
    /// The divisor of the sum; 0 for the sum of the weights, or 1 where that is 0.
    @Parameter(in: 0...1000) public var divisor: Float = 1
    /// The number that is added at the end, in full scales.
    @Parameter(in: -1...1) public var bias: Float = 0

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let columns = Convolution.side(plan.fixed($kernelWidth))
        let rows = Convolution.side(plan.fixed($kernelHeight))
        let divided = plan.processorValues(count: columns * rows) { [$weights, $divisor] numbers in
            Convolution.write($weights.wrappedValue, $divisor.wrappedValue, to: &numbers)
        }
        return try plan.area(
            name, inputs, [.live($bias)], values: [divided], layout: .half, isClamped: false,
            constants: ["COLUMNS": columns, "ROWS": rows], pixelsPerInvocation: 4)
    }

    /// Finds the odd number from 1 to 9 that is meant.
    private static func side(_ wanted: Int) -> Int { min(9, max(1, wanted) | 1) }

    /// Writes the weights as the kernel needs them: divided, as floats' bits.
    private static func write(_ weights: [Float], _ divisor: Float, to numbers: inout MutableSpan<UInt32>) {
        let used = weights.prefix(numbers.count)
        let sum = used.reduce(0, +)
        let divisor = divisor != 0 ? divisor : sum != 0 ? sum : 1
        for index in numbers.indices {
            let weight = index < used.count ? used[index] / divisor : 0
            numbers[index] = (weight.isFinite ? weight : 0).bitPattern
        }
    }
}
