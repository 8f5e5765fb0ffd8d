/// Gives the base the luminosity of the overlay.
///
/// `B = SetLum(base, Lum(overlay))` with the functions of PDF 32000-1, 11.3.5.3.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage keeps the base's alpha.
public final class LuminosityBlend: BlendOperation, @unchecked Sendable {}
