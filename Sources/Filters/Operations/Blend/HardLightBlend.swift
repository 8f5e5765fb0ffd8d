/// Multiplies where the overlay is dark, screens where it is bright.
///
/// `B = 2·base·overlay` where the overlay is below 0.5, else `1 − 2·(1 − base)·(1 − overlay)`;
/// ``OverlayBlend`` with the inputs exchanged.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage sets alpha to 1 and weighs
/// with premultiplied formulas.
public final class HardLightBlend: BlendOperation, @unchecked Sendable {}
