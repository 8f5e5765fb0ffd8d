/// Takes away white haze, or adds some.
///
/// `(rgb − d) / (1 − d)` with `d = slope · y + distance`, y from 0 at the upper edge of the upright picture
/// to 1 at the lower one; alpha stays. A density of more than 0.99 counts as 0.99.
public final class Haze: PointOperation, @unchecked Sendable {
    /// The haze at the upper edge: −0.3 (adds some)…0.3 (takes it away); 0 changes nothing.
    @Parameter(in: -0.3...0.3, unit: .fraction) public var distance: Float = 0.2
    /// The difference from the upper to the lower edge: −0.3…0.3.
    @Parameter(in: -0.3...0.3, unit: .fraction) public var slope: Float = 0

    override public class var usesPlace: Bool { true }
}
