/// Replaces each pixel by the mean of the square around it.
///
/// The square has 2r + 1 pixels a side; edges repeat. GPUImage's radius is a diameter (2 gives 3×3 instead of 5×5), and
/// it darkens the picture's borders.
public final class BoxBlur: BasicOperation, @unchecked Sendable {
    /// The radius r; 0 gives the picture back.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Int = 2

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        try plan.box(inputs[0], radius: max(0, plan.fixed($blurRadiusInPixels)))
    }
}
