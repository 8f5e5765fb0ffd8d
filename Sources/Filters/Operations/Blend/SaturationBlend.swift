/// Gives the base the saturation of the overlay.
///
/// `B = SetLum(SetSat(base, Sat(overlay)), Lum(base))` with the functions of PDF 32000-1, 11.3.5.3. A grey
/// base has no hue to saturate and stays.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage keeps the base's alpha.
public final class SaturationBlend: BlendOperation, @unchecked Sendable {}
