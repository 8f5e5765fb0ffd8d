/// The luminance, blurred with a Gaussian; opaque.
public final class SingleComponentGaussianBlur: BasicOperation, @unchecked Sendable {
    /// The standard deviation; 0 gives the luminance.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 2

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let blurred = try plan.gaussian(inputs[0], sigma: plan.fixed($blurRadiusInPixels))
        return try plan.point(name, [blurred])
    }
}
