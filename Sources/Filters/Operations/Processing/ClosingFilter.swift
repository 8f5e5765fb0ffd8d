/// Takes away small dark spots: Dilation, then Erosion.
///
/// Of the luminance; the square has 2·radius + 1 pixels a side; edges repeat. Opaque.
public final class ClosingFilter: BasicOperation, @unchecked Sendable {
    /// The reach of the square: 1 to 4; 0 gives the luminance.
    @Parameter(in: 1...4, unit: .pixels) public var radius: Int = 1

    /// Makes the operation with its defaults.
    public init() { super.init() }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let radius = plan.fixed($radius)
        let grown = try plan.morphology(inputs[0], .largest, radius: radius, ofLuminance: true)
        return try plan.morphology(grown, .smallest, radius: radius)
    }
}
