/// Turns, scales, moves, shears or tilts the picture by a 4×4 matrix.
///
/// The picture lies in a plane: x to the right, y upwards, z = 0, its middle at the origin, −1…1 from its left to its right edge
/// in x and in the same unit in y, so that turns stay turns. The point (x, y, 0, 1) as a column goes to the matrix times it,
/// divided by the fourth number; so moves are in the matrix' last column, and perspective is in its last row (GPUImage's are
/// transposed). Parts that are not covered get the background's colour. Between pixels bilinearly.
public final class TransformOperation: AreaOperation, @unchecked Sendable {
    /// The matrix; one without an inverse shows the background alone.
    @Parameter public var transform = Matrix4x4.identity
    /// The colour beside the picture.
    public override var backgroundColor: Color {
        get { _backgroundColor.wrappedValue }
        set { _backgroundColor.wrappedValue = newValue }
    }
    // A property with a wrapper cannot take the place of another; the parameter's name is that without the first sign.
    private let _backgroundColor = Parameter(wrappedValue: Color.black, in: 0...1)
    /// True when y, too, is −1…1 from the picture's lower to its upper edge; turns then shear.
    @Parameter public var ignoreAspectRatio = false

    public override class var pixelsPerInvocation: Int { 4 }

    package override var background: (parameter: Parameter<Color>, isDrawn: Bool) { (_backgroundColor, true) }
}
