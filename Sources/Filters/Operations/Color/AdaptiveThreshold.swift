/// Gives white where the picture is hardly darker than its surroundings, else black: for writing in uneven
/// light.
///
/// `L ≥ mean − 0.05 ? 1 : 0` with the luminance L and its mean over the square of
/// `2 · blurRadiusInPixels + 1` pixels a side around the pixel; edges repeat; alpha stays.
///
/// GPUImage's documented radius of 4 never reaches its blur.
public final class AdaptiveThreshold: AreaOperation, @unchecked Sendable {
    /// The radius of the square: 1…20 pixels.
    @Parameter(in: 1...20, unit: .pixels) public var blurRadiusInPixels: Int = 4

    /// Makes the operation with its defaults.
    public init() { super.init() }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let radius = max(plan.fixed($blurRadiusInPixels), 0)
        let mean = try plan.box(inputs[0], radius: radius)
        return try plan.point("AdaptiveThreshold", [inputs[0], mean])
    }
}
