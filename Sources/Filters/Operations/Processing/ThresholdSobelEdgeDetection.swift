/// White where luminance changes strongly, black elsewhere, by Sobel's operator.
///
/// Where ``SobelEdgeDetection`` gives the threshold or more, 1, else 0; opaque. GPUImage3 ignores both parameters and
/// gives the slope and its direction instead.
public final class ThresholdSobelEdgeDetection: AreaOperation, @unchecked Sendable {
    /// The factor of the slope's length.
    @Parameter(in: 0...4) public var edgeStrength: Float = 1
    /// The length from which a slope is an edge.
    @Parameter(in: 0...1) public var threshold: Float = 0.25

    public override class var readsLuminance: Bool { true }
    public override class var reach: Int? { 1 }
}
