/// Gives the base the hue of the overlay.
///
/// `B = SetLum(SetSat(overlay, Sat(base)), Lum(base))` with the functions of PDF 32000-1, 11.3.5.3. A grey
/// overlay has no hue and makes the base grey.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage keeps the base's alpha.
public final class HueBlend: BlendOperation, @unchecked Sendable {}
