/// Shows an ink drawing: black edges on white, nothing between.
///
/// Black where `edgeStrength · √(h² + v²) ≥ threshold` with Sobel's differences h and v of luminance; alpha is 1.
/// GPUImage reads red alone and misses half of all edges, because it takes every negative difference for none. Its
/// description promises a threshold of 0.8, its code has 0.25, as here.
public final class ThresholdSketchFilter: AreaOperation, @unchecked Sendable {
    /// The factor of Sobel's differences.
    @Parameter(in: 0...4) public var edgeStrength: Float = 1
    /// The strength from which an edge is drawn; 0 gives black.
    @Parameter(in: 0...1) public var threshold: Float = 0.25

    public override class var readsLuminance: Bool { true }
    public override class var reach: Int? { 1 }
}
