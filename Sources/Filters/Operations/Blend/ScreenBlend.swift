/// Multiplies the negatives of both: two projectors on one screen.
///
/// `B = 1 − (1 − base)·(1 − overlay)`. A black overlay gives the base back.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage screens the alpha as well and
/// shows the hidden colour of transparent pixels.
public final class ScreenBlend: BlendOperation, @unchecked Sendable {}
