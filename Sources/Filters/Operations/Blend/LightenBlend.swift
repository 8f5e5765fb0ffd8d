/// Takes the lighter of both, channel by channel.
///
/// `B = max(base, overlay)`.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage takes the larger alpha and
/// shows the hidden colour of transparent pixels.
public final class LightenBlend: BlendOperation, @unchecked Sendable {}
