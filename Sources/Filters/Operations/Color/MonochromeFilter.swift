/// Gives the picture in shades of one colour.
///
/// The overlay of the grey picture L with the colour, `L < 0.5 ? 2·L·color : 1 − 2·(1−L)·(1−color)`, mixed in
/// by `intensity`; alpha stays.
public final class MonochromeFilter: PointOperation, @unchecked Sendable {
    /// The share that is mixed in: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1
    /// The colour; its alpha has no meaning.
    @Parameter(in: 0...1) public var color = Color(red: 0.6, green: 0.45, blue: 0.3)
}
