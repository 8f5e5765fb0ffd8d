/// Shows a pencil drawing: dark edges on white.
///
/// `1 − edgeStrength · √(h² + v²)` with Sobel's differences h and v of luminance; alpha is 1. GPUImage reads red
/// alone, and the lower neighbour in place of the lower left one.
public final class SketchFilter: AreaOperation, @unchecked Sendable {
    /// The darkness of edges; 0 gives white.
    @Parameter(in: 0...4) public var edgeStrength: Float = 1

    public override class var readsLuminance: Bool { true }
    public override class var reach: Int? { 1 }

    /// Makes the operation with its defaults.
    public init() { super.init() }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let strength: @Sendable () -> Float = { [$edgeStrength] in $edgeStrength.wrappedValue }
        if let edges = plan.hostEdges(inputs[0], strength: strength, isInverted: true) { return edges }
        return try super.lower(plan, inputs)
    }
}
