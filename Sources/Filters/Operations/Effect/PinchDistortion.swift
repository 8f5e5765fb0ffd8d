/// Draws a disc of the picture together.
///
/// Within the radius, a point at the distance d from the centre shows the picture at `d · (1 + (1 − d/radius) ·
/// scale)`. GPUImage displaces the disc unless its centre is at half the height, and puts 0.5 in the place of the
/// second radius, so that other radii have a visible border. Its description promises a radius and a scale of 1, its
/// code has 0.5, as here.
public final class PinchDistortion: AreaOperation, @unchecked Sendable {
    /// The disc's centre.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
    /// The disc's radius as a part of the picture's shorter side; 0 gives the picture back.
    @Parameter(in: 0...2, unit: .fraction) public var radius: Float = 0.5
    /// The strength with which the picture is drawn together; below 0 it is pulled apart; 0 gives the picture back.
    @Parameter(in: -2...2) public var scale: Float = 0.5
}
