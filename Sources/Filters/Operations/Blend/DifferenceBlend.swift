/// Takes the distance between both, channel by channel.
///
/// `B = |base − overlay|`. A black overlay gives the base back, a white one its negative.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage keeps the base's alpha.
public final class DifferenceBlend: BlendOperation, @unchecked Sendable {}
