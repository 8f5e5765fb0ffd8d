/// Makes the picture more transparent.
///
/// `alpha · opacity`; the straight colours stay. The default is 1, as GPUImage documents it; its code has 0,
/// which shows nothing.
public final class OpacityAdjustment: PointOperation, @unchecked Sendable {
    /// The factor: 0 (nothing is left)…1 (gives the picture back).
    @Parameter(in: 0...1, unit: .fraction) public var opacity: Float = 1
}
