/// Changes hue, saturation and brightness, in this order, each by a linear map.
///
/// The hue turns about the grey axis such that the luminance (0.3, 0.59, 0.11) stays (Haeberli, “Matrix
/// operations for image processing”, 1993); the saturation is `mix(luminance, rgb, saturation)`; the
/// brightness is a factor; alpha stays.
///
/// Does what GPUImage 1's HSB filter does when its three methods are called in this order. Calls do not add up here:
/// each parameter has one value.
public final class HSBAdjustment: PointOperation, @unchecked Sendable {
    /// The angle by which hues turn, from red to green: −180…180°; 0 leaves them.
    @Parameter(in: -180...180, unit: .degrees) public var hue: Float = 0
    /// The factor of saturation: 0 (grey)…2; 1 leaves it.
    @Parameter(in: 0...2) public var saturation: Float = 1
    /// The factor of brightness: 0 (black)…2; 1 leaves it.
    @Parameter(in: 0...2) public var brightness: Float = 1
}
