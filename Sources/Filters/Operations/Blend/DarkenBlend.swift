/// Takes the darker of both, channel by channel.
///
/// `B = min(base, overlay)`.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage uses the formula for
/// premultiplied colours on straight ones.
public final class DarkenBlend: BlendOperation, @unchecked Sendable {}
