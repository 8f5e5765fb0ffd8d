/// Lays the overlay over the base, thinned.
///
/// ``SourceOverBlend`` with the overlay's alpha multiplied by ``mix``.
///
/// GPUImage keeps the base's alpha, so an overlay does not show over a transparent base.
public final class AlphaBlend: BlendOperation, @unchecked Sendable {
    /// The share of the overlay's opacity that counts: 0 gives the base, 1 lays the whole overlay over it.
    @Parameter(in: 0...1, unit: .fraction) public var mix: Float = 0.5
}
