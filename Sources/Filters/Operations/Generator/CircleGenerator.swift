/// A filled circle on a background.
///
/// The edge is smooth: the share of a pixel that counts as inside falls from 1 to 0 within one pixel, and there the
/// picture fades from one colour to the other as ``DissolveBlend`` does. The radius counts the picture's heights, so
/// that the circle is round in any picture; GPUImage2 counts its widths and cuts a hard edge.
public final class CircleGenerator: ImageGenerator, @unchecked Sendable {
    /// The radius in heights of the picture.
    @Parameter(in: 0...2, unit: .fraction) public var radius: Float = 0.25
    /// The middle.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
    /// The colour inside.
    @Parameter(in: 0...1) public var circleColor = Color.white
    /// The colour outside.
    public override var backgroundColor: Color {
        get { _backgroundColor.wrappedValue }
        set { _backgroundColor.wrappedValue = newValue }
    }
    // A property with a wrapper cannot take the place of another; the parameter's name is that without the first sign.
    private let _backgroundColor = Parameter(wrappedValue: Color.black, in: 0...1)

    package override var background: (parameter: Parameter<Color>, isDrawn: Bool) { (_backgroundColor, true) }
}
