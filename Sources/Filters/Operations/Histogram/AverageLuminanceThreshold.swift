/// White where a picture is at least as bright as its mean, black elsewhere.
///
/// `luminance ≥ mean luminance · thresholdMultiplier`, with the mean of the same frame; a luminance equal to within
/// 1/8160 is white, so a picture of one colour is white for 1. Alpha stays. GPUImage2 reads the mean back to the
/// processor and uses it on the next frame.
public final class AverageLuminanceThreshold: BasicOperation, @unchecked Sendable {
    /// The factor of the mean: 0…4.
    @Parameter(in: 0...4) public var thresholdMultiplier: Float = 1

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let sums = plan.sums(of: inputs[0], ofLuminance: true)
        let mean = plan.values(
            "PictureMean", images: [inputs[0]], values: [sums.parts], count: 1,
            localSize: (plan.tableWidth, 1),
            constants: ["SLOTS": PictureSums.slotCount, "SCALE": sums.scale])
        return try plan.point(
            "AverageLuminanceThreshold", inputs,
            [.live("thresholdMultiplier", $thresholdMultiplier)], values: [mean])
    }
}
