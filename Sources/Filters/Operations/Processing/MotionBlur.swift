/// Blurs along a line, as if the camera had moved.
///
/// Nine bilinear taps with the weights .18, .15, .12, .09, .05 outwards on both sides; edges repeat. GPUImage3's ignores both
/// parameters and shows one pixel everywhere.
public final class MotionBlur: AreaOperation, @unchecked Sendable {
    /// The distance between taps; 0 gives the picture back.
    @Parameter(in: 0...10, unit: .pixels) public var blurSize: Float = 2.5
    /// The line's direction: 0 to the right, counter-clockwise.
    @Parameter(in: 0...360, unit: .degrees) public var blurAngle: Float = 0
}
