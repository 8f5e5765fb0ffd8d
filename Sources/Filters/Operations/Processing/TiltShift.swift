/// A horizontal band stays sharp, above and below the picture is blurred: the world looks like a toy.
///
/// Between sharp and blurred (Gaussian) the picture is mixed by a `smoothstep` of the height.
public final class TiltShift: BasicOperation, @unchecked Sendable {
    /// The blur's standard deviation; 0 gives the picture back.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 7
    /// The height at which the sharp band begins, from the upper edge.
    @Parameter(in: 0...1, unit: .fraction) public var topFocusLevel: Float = 0.4
    /// The height at which the sharp band ends, from the upper edge.
    @Parameter(in: 0...1, unit: .fraction) public var bottomFocusLevel: Float = 0.6
    /// The distance from the band at which the picture is wholly blurred.
    @Parameter(in: 0...1, unit: .fraction) public var focusFallOffRate: Float = 0.2

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let blurred = try plan.gaussian(inputs[0], sigma: plan.fixed($blurRadiusInPixels))
        return try plan.point(
            name, [inputs[0], blurred],
            [.live($topFocusLevel), .live($bottomFocusLevel), .live($focusFallOffRate)], usesPlace: true)
    }
}
