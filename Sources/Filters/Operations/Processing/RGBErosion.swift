/// The smallest red, green and blue of the square around each pixel.
///
/// The square has 2·radius + 1 pixels a side; edges repeat. Alpha is the pixel's own.
public final class RGBErosion: MorphologyOperation, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public init() { super.init(.smallest, ofLuminance: false) }
}
