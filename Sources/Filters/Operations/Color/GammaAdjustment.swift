/// Bends all values by a power.
///
/// `rgb^gamma`; alpha stays. A gamma of 0 or less gives white.
public final class GammaAdjustment: PointOperation, @unchecked Sendable {
    /// The exponent: 0…3; 1 gives the picture back, less is brighter.
    @Parameter(in: 0...3) public var gamma: Float = 1
}
