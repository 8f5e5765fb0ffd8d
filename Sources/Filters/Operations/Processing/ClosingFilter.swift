/// Takes away small dark spots: Dilation, then Erosion.
///
/// Of the luminance; the square has 2·radius + 1 pixels a side; edges repeat. Opaque.
public final class ClosingFilter: MorphologyOperation, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public init() { super.init(.largest, .smallest, ofLuminance: true) }
}
