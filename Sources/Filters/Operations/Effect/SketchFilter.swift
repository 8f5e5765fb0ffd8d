/// Shows a pencil drawing: dark edges on white.
///
/// `1 − edgeStrength · √(h² + v²)` with Sobel's differences h and v of luminance; alpha is 1. GPUImage reads red
/// alone, and the lower neighbour in place of the lower left one.
public final class SketchFilter: SobelOperation, @unchecked Sendable {
    override class var isInverted: Bool { true }
}
