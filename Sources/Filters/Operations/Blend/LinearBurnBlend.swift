/// Darkens the base by as much as the overlay lacks to white.
///
/// `B = max(0, base + overlay − 1)`. A white overlay gives the base back.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage keeps the base's alpha.
public final class LinearBurnBlend: BlendOperation, @unchecked Sendable {}
