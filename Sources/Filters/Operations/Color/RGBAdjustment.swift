/// Multiplies each channel with a factor of its own.
///
/// `(r · red, g · green, b · blue)`; alpha stays.
public final class RGBAdjustment: PointOperation, @unchecked Sendable {
    /// Red's factor: 0…2; 1 leaves it.
    @Parameter(in: 0...2) public var red: Float = 1
    /// Green's factor: 0…2; 1 leaves it.
    @Parameter(in: 0...2) public var green: Float = 1
    /// Blue's factor: 0…2; 1 leaves it.
    @Parameter(in: 0...2) public var blue: Float = 1
}
