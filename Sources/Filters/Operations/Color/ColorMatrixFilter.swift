/// Multiplies each pixel with a matrix.
///
/// `mix(rgba, colorMatrix · rgba, intensity)`, alpha as the fourth component, straight.
public final class ColorMatrixFilter: PointOperation, @unchecked Sendable {
    /// Four rows of weights for red, green, blue and alpha; the first one makes red, the identity changes nothing.
    @Parameter public var colorMatrix: Matrix4x4 = .identity
    /// The share of the result that is mixed in: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1
}
