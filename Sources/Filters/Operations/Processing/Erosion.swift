/// Makes bright shapes shrink: the smallest luminance of the square around each pixel.
///
/// The square has 2·radius + 1 pixels a side; edges repeat. Opaque.
public final class Erosion: MorphologyOperation, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public init() { super.init(.smallest, ofLuminance: true) }
}
