/// Adds up the 3×3 pixels around with weights of your own.
///
/// `Σ kᵢⱼ·pixel(row i, column j)` for red, green and blue; the kernel's first number weighs the upper left neighbour.
/// Edges repeat, alpha is the pixel's own. Unlike GPUImage's, the sums keep their sign and values above 1 until a later
/// operation or the picture's end needs 0…1.
public final class Convolution3x3: BasicOperation, @unchecked Sendable {
    /// The weights, row by row; the default gives the picture back.
    @Parameter public var convolutionKernel = Matrix3x3(components: [0, 0, 0, 0, 1, 0, 0, 0, 0])

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        try plan.area(
            name, inputs, [.live($convolutionKernel)], layout: .half, isClamped: false, reach: 1
        )
    }
}
