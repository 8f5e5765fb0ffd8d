/// Lifts the shadows and takes the highlights down.
///
/// With the luminance L, `s = L^(1/(shadows+1))` and `h = (1−L)^(1/(2−highlights))` the new luminance is
/// `L + clamp(s − 0.76·s² − L, 0, 1) + clamp(1 − h + 0.8·h² − L, −1, 0)`; the colour is scaled by new / old;
/// alpha stays. Black stays black, where GPUImage divides 0 by 0.
public final class HighlightsAndShadows: PointOperation, @unchecked Sendable {
    /// The rise of the shadows: 0 (none)…1.
    @Parameter(in: 0...1) public var shadows: Float = 0
    /// The level of the highlights: 1 (unchanged)…0 (darkest).
    @Parameter(in: 0...1) public var highlights: Float = 1
}
