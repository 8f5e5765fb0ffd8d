/// Shows a cartoon of the blurred picture, so that noise draws no outlines.
///
/// A Gaussian blur, then ``ToonFilter``.
public final class SmoothToonFilter: AreaOperation, @unchecked Sendable {
    /// The blur's standard deviation; 0 is no blur.
    @Parameter(in: 0...6, unit: .pixels) public var blurRadiusInPixels: Float = 2
    /// The strength from which an edge is an outline.
    @Parameter(in: 0...1) public var threshold: Float = 0.2
    /// The number of steps that a channel has from 0 to 1; at least one.
    @Parameter(in: 1...255) public var quantizationLevels: Float = 10

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let smooth = try plan.gaussian(
            inputs[0], sigma: plan.fixed($blurRadiusInPixels), layout: .half)
        return try plan.area(
            "ToonFilter", [smooth], [.live($threshold), .live($quantizationLevels)], reach: 1)
    }
}
