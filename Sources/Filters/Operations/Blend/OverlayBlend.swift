/// Multiplies where the base is dark, screens where it is bright.
///
/// `B = 2·base·overlay` where the base is below 0.5, else `1 − 2·(1 − base)·(1 − overlay)`;
/// ``HardLightBlend`` with the inputs exchanged.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage sets alpha to 1 and weighs
/// with premultiplied formulas.
public final class OverlayBlend: BlendOperation, @unchecked Sendable {}
