/// Makes colours stronger or paler.
///
/// `mix(L, rgb, saturation)` with the luminance L (0.2125, 0.7154, 0.0721); alpha stays.
public final class SaturationAdjustment: PointOperation, @unchecked Sendable {
    /// The factor: 0 (grey)…2; 1 gives the picture back.
    @Parameter(in: 0...2) public var saturation: Float = 1
}
