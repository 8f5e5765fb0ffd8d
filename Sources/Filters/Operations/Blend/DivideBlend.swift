/// Divides the base by the overlay.
///
/// `B = min(1, base / overlay)`; where the overlay is 0, black stays black and everything else becomes white.
/// A white overlay gives the base back.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage divides by zero.
public final class DivideBlend: BlendOperation, @unchecked Sendable {}
