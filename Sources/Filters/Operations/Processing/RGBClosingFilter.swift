/// Takes away small dark spots of each colour: ``RGBDilation``, then ``RGBErosion``.
///
/// The square has 2·radius + 1 pixels a side; edges repeat. Alpha is the pixel's own.
public final class RGBClosingFilter: MorphologyOperation, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public init() { super.init(.largest, .smallest, ofLuminance: false) }
}
