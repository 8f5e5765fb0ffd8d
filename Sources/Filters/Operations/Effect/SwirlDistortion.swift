/// Turns a disc of the picture, the more the nearer to its centre.
///
/// At the distance d from the centre, the picture is turned by `8 · angle · (1 − d/radius)²` radians, counter-clockwise
/// as it is seen (the places that are read go clockwise); beyond the radius it stays. GPUImage swirls an ellipse where
/// the picture is not square.
public final class SwirlDistortion: AreaOperation, @unchecked Sendable {
    /// The disc's centre.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
    /// The disc's radius as a part of the picture's shorter side; 0 gives the picture back.
    @Parameter(in: 0...1, unit: .fraction) public var radius: Float = 0.5
    /// The turn at the centre, in units of eight radians; 0 gives the picture back.
    @Parameter(in: -2...2) public var angle: Float = 1
}
