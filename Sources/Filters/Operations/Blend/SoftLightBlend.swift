/// Darkens or lightens the base gently, as the overlay is dark or bright.
///
/// `B = (1 − base)·multiply + base·screen` (Pegtop's soft light, as in GPUImage): a mix of ``MultiplyBlend``
/// and ``ScreenBlend`` weighted by the base. An overlay of 0.5 gives the base back. The soft light of the W3C
/// differs: it lightens dark places more.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage uses the formula for
/// premultiplied colours on straight ones.
public final class SoftLightBlend: BlendOperation, @unchecked Sendable {}
