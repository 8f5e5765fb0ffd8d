/// Looks like a print that has hung in the sun: milky blacks, yellowed whites, pale colours.
///
/// `c = rgb + (0.4, 0, −0.4)·rgb·(1 − rgb)`, which is drawn into the range from (0.07, 0.06, 0.11) to (0.97,
/// 0.94, 0.86) and keeps 0.85 of its saturation; alpha stays. A look of this library's own.
public final class FadedFilmLook: PointOperation, @unchecked Sendable {
    /// The share that is mixed in: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1
}
