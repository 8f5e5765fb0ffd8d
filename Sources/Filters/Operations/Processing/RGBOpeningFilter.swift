/// Takes away small bright spots of each colour: ``RGBErosion``, then ``RGBDilation``.
///
/// The square has 2·radius + 1 pixels a side; edges repeat. Alpha is the pixel's own.
public final class RGBOpeningFilter: MorphologyOperation, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public init() { super.init(.smallest, .largest, ofLuminance: false) }
}
