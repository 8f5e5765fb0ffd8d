/// Blurs with a Gaussian.
///
/// Every channel, alpha too, is averaged with weights `exp(−d²/2σ²)` of the distance d in pixels; edges repeat. Wide
/// blurs are computed on a smaller picture.
public final class GaussianBlur: BasicOperation, @unchecked Sendable {
    /// The standard deviation σ; 0 gives the picture back.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 2

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        try plan.gaussian(inputs[0], sigma: plan.fixed($blurRadiusInPixels))
    }
}
