/// Subtracts the overlay from the base.
///
/// `B = max(0, base − overlay)`. A black overlay gives the base back.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage keeps the base's alpha.
public final class SubtractBlend: BlendOperation, @unchecked Sendable {}
