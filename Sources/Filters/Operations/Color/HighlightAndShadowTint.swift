/// Tints the shadows with one colour and the highlights with another.
///
/// With the luminance L: `shadow = mix(rgb, max(rgb, mix(shadowTintColor, rgb, L)), shadowTintIntensity)`,
/// `highlight = mix(rgb, min(shadow, mix(shadow, highlightTintColor, L)), highlightTintIntensity)`, and the
/// result is `mix(shadow, highlight, L)`; alpha stays, and the colours' own alphas mean nothing.
public final class HighlightAndShadowTint: PointOperation, @unchecked Sendable {
    /// The strength of the shadows' tint: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var shadowTintIntensity: Float = 0
    /// The strength of the highlights' tint: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var highlightTintIntensity: Float = 0
    /// The shadows' colour.
    @Parameter(in: 0...1) public var shadowTintColor: Color = .red
    /// The highlights' colour.
    @Parameter(in: 0...1) public var highlightTintColor: Color = .blue
}
