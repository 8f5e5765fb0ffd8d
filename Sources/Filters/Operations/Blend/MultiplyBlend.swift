/// Multiplies both.
///
/// `B = base·overlay`. A white overlay gives the base back.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage uses the formula for
/// premultiplied colours on straight ones.
public final class MultiplyBlend: BlendOperation, @unchecked Sendable {}
