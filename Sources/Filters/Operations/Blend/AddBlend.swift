/// Adds the overlay to the base.
///
/// `B = min(base + overlay, 1)`, also known as linear dodge.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage uses the formula for
/// premultiplied colours on straight ones.
public final class AddBlend: BlendOperation, @unchecked Sendable {}
