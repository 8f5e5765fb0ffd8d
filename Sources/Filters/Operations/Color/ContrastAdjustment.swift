/// Spreads the values about middle grey, or draws them together.
///
/// `(rgb − 0.5) · contrast + 0.5`; alpha stays.
public final class ContrastAdjustment: PointOperation, @unchecked Sendable {
    /// The factor: 0 (all grey)…4; 1 gives the picture back.
    @Parameter(in: 0...4) public var contrast: Float = 1
}
