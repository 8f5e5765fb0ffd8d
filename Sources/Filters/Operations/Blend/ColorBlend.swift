/// Gives the base the hue and saturation of the overlay.
///
/// `B = SetLum(overlay, Lum(base))` with the functions of PDF 32000-1, 11.3.5.3 (luminosity 0.3, 0.59, 0.11).
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage keeps the base's alpha.
public final class ColorBlend: BlendOperation, @unchecked Sendable {}
