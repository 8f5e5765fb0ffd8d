/// Describes each place for finding features: how its colour differs from a ring around it, and where the ring is brighter.
///
/// Eight samples of the box-blurred picture at (±3, ±1) and (±1, ±3) pixels are compared with the sharp pixel. Red, green and
/// blue are half their mean difference plus ½; alpha is the direction of the change as a part of the full circle, ½ to the
/// right, counter-clockwise, ½ too where there is none (Ensor and Hall, 2011). GPUImage3 divides the angle by 2/π in place of 2π.
public final class ColourFASTFeatureDetection: BasicOperation, @unchecked Sendable {
    /// The box blur's radius.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Int = 2

    /// Makes the operation with its defaults.
    public init() { super.init() }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let blurred = try plan.box(inputs[0], radius: max(0, plan.fixed($blurRadiusInPixels)))
        return try plan.area(name, [inputs[0], blurred])
    }
}
