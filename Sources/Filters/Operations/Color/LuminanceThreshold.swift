/// Gives white where the picture is bright, else black.
///
/// `L ≥ threshold ? 1 : 0` with the luminance L; alpha stays.
public final class LuminanceThreshold: PointOperation, @unchecked Sendable {
    /// The threshold: 0…1.
    @Parameter(in: 0...1, unit: .fraction) public var threshold: Float = 0.5
}
