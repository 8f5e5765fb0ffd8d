/// A filled circle on a background.
///
/// The edge is smooth: how much of a pixel counts as inside falls from 1 to 0 within one pixel, and there the picture
/// fades from one colour to the other as ``DissolveBlend`` does. The radius counts the picture's heights, so that the
/// circle is round in any picture; GPUImage2 counts its widths and cuts a hard edge.
public final class CircleGenerator: ImageGenerator, @unchecked Sendable {
    /// The radius in heights of the picture.
    @Parameter(in: 0...2, unit: .fraction) public var radius: Float = 0.25
    /// The middle.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
    /// The colour inside.
    @Parameter(in: 0...1) public var circleColor = Color.white
    /// The colour outside.
    @Parameter(in: 0...1) public var backgroundColor = Color.black

    /// Makes the generator with its defaults.
    ///
    /// - Parameters:
    ///   - width: Pixels of its picture.
    ///   - height: Rows of its picture.
    public override init(width: Int, height: Int) { super.init(width: width, height: height) }
}
