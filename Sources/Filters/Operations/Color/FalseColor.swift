/// Gives the picture in shades between two colours.
///
/// `mix(firstColor, secondColor, L)` with the luminance L; alpha stays, and the colours' own alphas mean
/// nothing.
public final class FalseColor: PointOperation, @unchecked Sendable {
    /// The colour that black becomes.
    @Parameter(in: 0...1) public var firstColor = Color(red: 0, green: 0, blue: 0.5)
    /// The colour that white becomes.
    @Parameter(in: 0...1) public var secondColor: Color = .red
}
