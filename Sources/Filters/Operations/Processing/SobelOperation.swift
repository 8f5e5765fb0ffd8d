/// Edges by Sobel's operator on luminance, bright on black or dark on white.
public class SobelOperation: AreaOperation, @unchecked Sendable {
    /// The factor of the slope's length; 0 shows no edges.
    @Parameter(in: 0...4) public var edgeStrength: Float = 1

    /// True when the operation draws dark edges on white, not white ones on black.
    class var isInverted: Bool { false }

    public override class var readsLuminance: Bool { true }
    public override class var reach: Int? { 1 }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let strength: @Sendable () -> Float = { [$edgeStrength] in $edgeStrength.wrappedValue }
        if let edges = plan.processorEdges(
            inputs[0], strength: strength, isInverted: type(of: self).isInverted)
        {
            return edges
        }
        return try super.describe(to: plan, inputs)
    }
}
