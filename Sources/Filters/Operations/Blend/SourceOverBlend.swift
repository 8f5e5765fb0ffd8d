/// Lays the overlay over the base: Porter and Duff's “source over”.
///
/// Alpha `o + b·(1 − o)`, colour `(o·overlay + b·(1 − o)·base) / alpha`; straight alpha.
///
/// GPUImage mixes all four channels by the overlay's alpha, so half-transparent pixels over opaque ones
/// become transparent; here they stay opaque.
public final class SourceOverBlend: BlendOperation, @unchecked Sendable {}
