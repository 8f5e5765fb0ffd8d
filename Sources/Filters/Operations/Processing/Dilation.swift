/// Makes bright shapes grow: the largest luminance of the square around each pixel.
///
/// The square has 2·radius + 1 pixels a side; edges repeat. Opaque.
public final class Dilation: MorphologyOperation, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public init() { super.init(.largest, ofLuminance: true) }
}
