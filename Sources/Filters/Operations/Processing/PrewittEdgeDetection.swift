/// White where luminance changes, black elsewhere, by Prewitt's operator.
///
/// The length of (h, v) times the strength, where h and v are the sums over the 3×3 pixels with the weights
/// (−1, 0, 1 / −1, 0, 1 / −1, 0, 1) and its transpose; opaque. Slopes of both signs count; GPUImage reads the red channel
/// and loses the negative ones, half of all edges.
public final class PrewittEdgeDetection: AreaOperation, @unchecked Sendable {
    /// The factor of the slope's length.
    @Parameter(in: 0...4) public var edgeStrength: Float = 1

    public override class var readsLuminance: Bool { true }
    public override class var reach: Int? { 1 }
}
