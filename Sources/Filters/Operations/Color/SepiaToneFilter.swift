/// Gives the picture the brown of old photographs.
///
/// `mix(rgb, S · rgb, intensity)` with S = (0.3588, 0.7044, 0.1368; 0.2990, 0.5870, 0.1140; 0.2392, 0.4696,
/// 0.0912); alpha stays.
public final class SepiaToneFilter: PointOperation, @unchecked Sendable {
    /// The share that is mixed in: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1
}
