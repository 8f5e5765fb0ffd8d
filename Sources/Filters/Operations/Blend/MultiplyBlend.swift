/// Multiplies both.
///
/// `B = base·overlay`. A white overlay gives the base back.
///
/// With transparency: the compositing of all blends (``NormalBlend``); GPUImage uses the formula for
/// premultiplied colours on straight ones.
public final class MultiplyBlend: PointOperation, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public override init() { super.init(inputs: 2) }
}
