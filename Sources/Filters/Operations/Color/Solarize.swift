/// Gives the negative of bright parts, as film does that was lit too long.
///
/// `L > threshold ? 1 − rgb : rgb` with the luminance L; alpha stays. GPUImage inverts dark parts, against its own
/// documentation.
public final class Solarize: PointOperation, @unchecked Sendable {
    /// The threshold: 0…1; 1 gives the picture back.
    @Parameter(in: 0...1, unit: .fraction) public var threshold: Float = 0.5
}
