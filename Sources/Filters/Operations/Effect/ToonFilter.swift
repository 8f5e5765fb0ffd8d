/// Shows a cartoon: few colours, black outlines.
///
/// Black where `√(h² + v²) ≥ threshold` with Sobel's differences h and v of luminance, else each channel rounded to
/// the nearest of `quantizationLevels` equal steps; alpha stays. GPUImage finds outlines in red alone, and reads the
/// lower neighbour in place of the lower left one.
public final class ToonFilter: AreaOperation, @unchecked Sendable {
    /// The strength from which an edge is an outline.
    @Parameter(in: 0...1) public var threshold: Float = 0.2
    /// The number of steps that a channel has from 0 to 1; at least one.
    @Parameter(in: 1...255) public var quantizationLevels: Float = 10

    public override class var reach: Int? { 1 }
}
