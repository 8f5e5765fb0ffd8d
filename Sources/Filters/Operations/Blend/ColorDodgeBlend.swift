/// Lightens the base the more, the lighter the overlay is.
///
/// `B = min(1, base / (1 − overlay))`; where the overlay is 1, black stays black and everything else becomes
/// white (W3C, section 9.1.7). A black overlay gives the base back.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage uses the formula for
/// premultiplied colours on straight ones.
public final class ColorDodgeBlend: BlendOperation, @unchecked Sendable {}
