/// Blurs everything but a disc.
///
/// Between sharp and blurred (Gaussian) the picture is mixed by a `smoothstep` of the distance from the disc's centre, from
/// radius − edge to radius. The disc is round wherever it is; GPUImage1's moves when its centre is above or below the middle.
public final class GaussianSelectiveBlur: BasicOperation, @unchecked Sendable {
    /// The blur's standard deviation; 0 gives the picture back.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 5
    /// The disc's radius as a part of the picture's shorter side.
    @Parameter(in: 0...1, unit: .fraction) public var excludeCircleRadius: Float = 0.1875
    /// The disc's centre.
    @Parameter(in: 0...1, unit: .fraction) public var excludeCirclePoint = Position.center
    /// The width of the way from sharp to blurred, inside the disc, as a part of the picture's shorter side.
    @Parameter(in: 0...1, unit: .fraction) public var excludeBlurSize: Float = 0.09375

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let blurred = try plan.gaussian(inputs[0], sigma: plan.fixed($blurRadiusInPixels))
        return try plan.point(
            name, [inputs[0], blurred],
            [.live($excludeCircleRadius), .live($excludeCirclePoint), .live($excludeBlurSize)],
            usesPlace: true)
    }
}
