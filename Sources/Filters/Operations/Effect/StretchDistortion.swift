/// Enlarges the middle of the picture and squeezes its borders.
///
/// Across and down each for itself: a point at the distance d from the centre, in halves of the picture's side, shows
/// the picture at `d/2 · (1 + smoothstep(0.25, 0.5, d))`.
public final class StretchDistortion: AreaOperation, @unchecked Sendable {
    /// The point that stays in its place.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
}
