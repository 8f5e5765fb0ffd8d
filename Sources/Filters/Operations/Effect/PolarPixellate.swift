/// Shows cells of one colour that lie in rings around a centre.
///
/// With the radius r in halves of the picture's shorter side and the angle φ in radians, a cell reaches from a
/// multiple of `pixelSize` to the next in both and has the colour in its middle. GPUImage takes the colour at the
/// cell's first angle and always 0.03 beyond its first radius, and its rings are ellipses.
public final class PolarPixellate: AreaOperation, @unchecked Sendable {
    /// A cell's extent: the width is that of a ring in halves of the picture's shorter side, the height that of a
    /// sector in radians; 0 or less leaves the radius or the angle as it is.
    @Parameter(in: 0...0.5) public var pixelSize = Size2D(width: 0.05, height: 0.05)
    /// The centre of the rings.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
}
