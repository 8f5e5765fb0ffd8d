/// Darkens the base the more, the darker the overlay is.
///
/// `B = 1 − min(1, (1 − base) / overlay)`; where the overlay is 0, white stays white and everything else
/// becomes black (W3C, section 9.1.8). A white overlay gives the base back.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage divides by zero at black and
/// sets alpha to 1.
public final class ColorBurnBlend: BlendOperation, @unchecked Sendable {}
