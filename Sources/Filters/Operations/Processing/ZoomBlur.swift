/// Blurs along the rays from a centre, as if the camera had zoomed.
///
/// Nine bilinear taps with the weights .18, .15, .12, .09, .05 outwards on both sides, at steps of a hundredth of the way to the
/// centre times the blur size; edges repeat.
public final class ZoomBlur: AreaOperation, @unchecked Sendable {
    /// The distance between taps in hundredths of the way to the centre; 0 gives the picture back.
    @Parameter(in: 0...10) public var blurSize: Float = 1
    /// The place where the rays meet.
    @Parameter(in: 0...1, unit: .fraction) public var blurCenter = Position.center
}
