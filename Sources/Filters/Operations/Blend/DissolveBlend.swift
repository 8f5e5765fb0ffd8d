/// Fades from the base to the overlay.
///
/// Alpha `(1 − mix)·b + mix·o`, colour `((1 − mix)·b·base + mix·o·overlay) / alpha` with the alphas `b` and
/// `o`; where the alpha is 0, the colours are mixed.
///
/// GPUImage mixes straight colours, so the hidden colour of transparent pixels shows on the way.
public final class DissolveBlend: BlendOperation, @unchecked Sendable {
    /// The state of the fading: 0 gives the base, 1 the overlay.
    @Parameter(in: 0...1, unit: .fraction) public var mix: Float = 0.5
}
