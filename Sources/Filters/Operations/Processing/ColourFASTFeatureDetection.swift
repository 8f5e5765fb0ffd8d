/// Describes each place for finding features: the difference of its colour from a ring around it, and the direction in
/// which the ring is brighter.
///
/// Eight samples of the box-blurred picture at (±3, ±1) and (±1, ±3) pixels are compared with the sharp pixel. Red, green and
/// blue are half their mean difference plus ½. Alpha is the direction in which the samples grow, as a part of the full circle:
/// ½ is to the right, more is counter-clockwise; ½ too where they do not. Each colour counts for the direction with the size of
/// its difference plus 1/255 (Ensor and Hall, 2011; they add nothing, so that rounding decides where the difference is
/// 0). GPUImage3 divides the angle by 2/π in place of 2π.
public final class ColourFASTFeatureDetection: BasicOperation, @unchecked Sendable {
    /// The box blur's radius.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Int = 2

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let radius = max(0, min(200, plan.fixed($blurRadiusInPixels)))
        let weights = [Float](repeating: 1 / Float(2 * radius + 1), count: 2 * radius + 1)
        let blurred = radius == 0 ? inputs[0] : try plan.separable(inputs[0], weights, layout: .half)
        return try plan.area(name, [inputs[0], blurred])
    }
}
