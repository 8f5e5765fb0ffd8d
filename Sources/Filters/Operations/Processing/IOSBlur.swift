/// The frosted glass behind iOS's control center: a wide Gaussian blur, less colour, less contrast.
///
/// Of the blurred colour, its distance from its luminance L is multiplied by the saturation, and
/// `(0.5 − L)·rangeReductionFactor` is added. Blurring comes first: the steps are linear, so the result is that of
/// GPUImage's order, without its rounding and clipping between them.
public final class IOSBlur: BasicOperation, @unchecked Sendable {
    /// The blur's standard deviation; 0 does not blur.
    @Parameter(in: 0...100, unit: .pixels) public var blurRadiusInPixels: Float = 48
    /// The share of colour that stays: 0 none, 1 all, 2 twice as much.
    @Parameter(in: 0...2) public var saturation: Float = 0.8
    /// The move of the luminance towards the middle: 0 none, 1 the whole way.
    @Parameter(in: 0...1) public var rangeReductionFactor: Float = 0.6

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let blurred = try plan.gaussian(inputs[0], sigma: plan.fixed($blurRadiusInPixels))
        return try plan.point(name, [blurred], [.live($saturation), .live($rangeReductionFactor)])
    }
}
