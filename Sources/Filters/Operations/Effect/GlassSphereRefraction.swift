/// Shows the picture in a shining ball of glass.
///
/// As ``SphereRefraction``, but upright, with a rim of light, `2.5 · (1 − z^¼)`, and a highlight, `0.8 · (n · l)¹⁵`,
/// where n is the surface's direction, z its part towards the eye, and l the light's direction (−0.5, 0.5, 1), from
/// the upper left.
public final class GlassSphereRefraction: AreaOperation, @unchecked Sendable {
    /// The ball's centre.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
    /// The ball's radius as a part of the picture's shorter side.
    @Parameter(in: 0...1, unit: .fraction) public var radius: Float = 0.25
    /// The refractive index before the surface divided by that of the ball.
    @Parameter(in: 0...1) public var refractiveIndex: Float = 0.71
}
