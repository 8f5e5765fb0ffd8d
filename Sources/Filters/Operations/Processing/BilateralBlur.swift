/// Blurs areas of similar colour and keeps edges.
///
/// Two passes, across and down, of nine taps at one pixel's distance: a tap's weight (.18, .15, .12, .09, .05 outwards) is multiplied
/// by `1 − min(d·factor, 1)` of its colour's distance d from the middle one (red, green, blue and alpha); edges repeat. The default
/// is the one that GPUImage documents; its code overwrites it with 1.
public final class BilateralBlur: BasicOperation, @unchecked Sendable {
    /// The weight of a difference of colour: 0 blurs everything, 8 keeps differences of an eighth apart.
    @Parameter(in: 0...20) public var distanceNormalizationFactor: Float = 8

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let parameters: [PlanParameter] = [.live($distanceNormalizationFactor)]
        let across = try plan.area(
            name, function: "bilateralBlurAcross", inputs, parameters, layout: .half, pixelsPerInvocation: 4)
        return try plan.area(name, [across], parameters, pixelsPerInvocation: 4)
    }
}
