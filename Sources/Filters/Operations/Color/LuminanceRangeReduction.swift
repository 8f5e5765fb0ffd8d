/// Draws all luminances towards the middle and keeps the colour differences.
///
/// `rgb + (0.5 − L) · rangeReductionFactor` with the luminance L; alpha stays.
public final class LuminanceRangeReduction: PointOperation, @unchecked Sendable {
    /// The factor: 0 (gives the picture back)…1 (one luminance).
    @Parameter(in: 0...1, unit: .fraction) public var rangeReductionFactor: Float = 0.6
}
