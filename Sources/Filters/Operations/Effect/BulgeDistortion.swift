/// Shows a disc of the picture as through a lens.
///
/// Within the radius, a point at the distance d from the centre shows the picture at `d · (1 − (1 − d/radius) ·
/// scale)²`. The radius is in shorter sides of the picture, which a turn does not change; GPUImage's is in widths.
public final class BulgeDistortion: AreaOperation, @unchecked Sendable {
    /// The disc's centre.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
    /// The disc's radius as a part of the picture's shorter side; 0 gives the picture back.
    @Parameter(in: 0...1, unit: .fraction) public var radius: Float = 0.25
    /// The strength of the lens: above 0 it enlarges, below it reduces; 0 gives the picture back.
    @Parameter(in: -1...1) public var scale: Float = 0.5
}
