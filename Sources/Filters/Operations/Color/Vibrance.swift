/// Makes pale colours stronger and leaves strong ones nearly alone.
///
/// `mix(rgb, max, −3 · vibrance · (max − mean))` with the largest and the mean of the three channels; alpha
/// stays.
public final class Vibrance: PointOperation, @unchecked Sendable {
    /// The amount: −1.2 (paler)…1.2 (stronger); 0 gives the picture back.
    @Parameter(in: -1.2...1.2) public var vibrance: Float = 0
}
