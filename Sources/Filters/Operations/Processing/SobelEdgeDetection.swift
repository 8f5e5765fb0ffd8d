/// White where luminance changes, black elsewhere, by Sobel's operator.
///
/// The length of (h, v) times the strength, where h and v are the sums over the 3×3 pixels with the weights
/// (−1, 0, 1 / −2, 0, 2 / −1, 0, 1) and its transpose; opaque. All eight neighbours of the luminance are read; GPUImage
/// reads the red channel, and the lower neighbour in place of the lower left one.
public final class SobelEdgeDetection: AreaOperation, @unchecked Sendable {
    /// The factor of the slope's length.
    @Parameter(in: 0...4) public var edgeStrength: Float = 1

    public override class var readsLuminance: Bool { true }
    public override class var reach: Int? { 1 }

    /// Makes the operation with its defaults.
    public init() { super.init() }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let strength: @Sendable () -> Float = { [$edgeStrength] in $edgeStrength.wrappedValue }
        if let edges = plan.hostEdges(inputs[0], strength: strength, isInverted: false) { return edges }
        return try super.lower(plan, inputs)
    }
}
