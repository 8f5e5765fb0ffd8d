/// Takes away small bright spots: Erosion, then Dilation.
///
/// Of the luminance; the square has 2·radius + 1 pixels a side; edges repeat. Opaque.
public final class OpeningFilter: MorphologyOperation, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public init() { super.init(.smallest, .largest, ofLuminance: true) }
}
