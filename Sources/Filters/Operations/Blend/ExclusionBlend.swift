/// Inverts the base as far as the overlay is bright; softer than ``DifferenceBlend``.
///
/// `B = base + overlay − 2·base·overlay`.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage uses the formula for
/// premultiplied colours on straight ones and keeps the base's alpha.
public final class ExclusionBlend: BlendOperation, @unchecked Sendable {}
