/// Shows the picture upside down in a crystal ball.
///
/// A ray straight into the picture is refracted at the ball's surface; its direction (x, y) reads the picture at (½ +
/// x/2, ½ + y/2). Beside the ball everything is transparent, so that it can be laid over another picture. GPUImage
/// displaces the ball unless its centre is at half the height.
public final class SphereRefraction: AreaOperation, @unchecked Sendable {
    /// The ball's centre.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
    /// The ball's radius as a part of the picture's shorter side.
    @Parameter(in: 0...1, unit: .fraction) public var radius: Float = 0.25
    /// The refractive index before the surface divided by that of the ball.
    @Parameter(in: 0...1) public var refractiveIndex: Float = 0.71
}
