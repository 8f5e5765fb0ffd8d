/// Lets the picture fade into a colour towards its corners.
///
/// `mix(rgb, color, smoothstep(start, end, d))` with the distance d from the centre in 1/√2 of the picture's
/// diagonal: the corners are at 0.707 in every picture, the middles of a square one's sides at 0.5. Alpha stays, and
/// the colour's is not used. GPUImage measures across and down in different units, so that circles become ellipses.
/// Its description promises a start of 0.5, its code has 0.3, as here.
public final class Vignette: PointOperation, @unchecked Sendable {
    /// The centre, around which nothing fades.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
    /// The colour that the picture fades into.
    @Parameter(in: 0...1) public var color = Color.black
    /// The distance at which fading starts.
    @Parameter(in: 0...1, unit: .fraction) public var start: Float = 0.3
    /// The distance from which nothing of the picture is left; not above `start` gives a sharp border.
    @Parameter(in: 0...1, unit: .fraction) public var end: Float = 0.75

    public override class var usesPlace: Bool { true }
}
