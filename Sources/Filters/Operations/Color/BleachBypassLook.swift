/// Looks like film whose silver was left in: hard, pale and metallic.
///
/// The overlay of the picture with its own luminance L, `L < 0.5 ? 2·L·rgb : 1 − 2·(1−L)·(1−rgb)`, with 0.55
/// of its saturation; alpha stays. A look of this library's own.
public final class BleachBypassLook: PointOperation, @unchecked Sendable {
    /// The share that is mixed in: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1
}
