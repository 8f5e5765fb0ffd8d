/// Sharpens by the detail that a blur takes away.
///
/// `c + intensity·(c − blurred)` for red, green and blue with a Gaussian blur; alpha stays. GPUImage2 computes
/// `c·intensity + blurred·(1 − intensity)`, whose default intensity 1 changes nothing; its i is 1 + ours.
public final class UnsharpMask: BasicOperation, @unchecked Sendable {
    /// The blur's standard deviation, which is the width of an edge's halo.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 4
    /// The share of the difference that is added; 0 gives the picture back.
    @Parameter(in: 0...5) public var intensity: Float = 1

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let blurred = try plan.gaussian(inputs[0], sigma: plan.fixed($blurRadiusInPixels))
        return try plan.point(name, [inputs[0], blurred], [.live($intensity)])
    }
}
