/// Looks like a film of the 2000s: teal shadows, orange highlights, deep contrast.
///
/// `c = mix(rgb, rgb²·(3 − 2·rgb), 0.35)`, then `c + (2·L − 1)·4·L·(1 − L)·(0.3, −0.06, −0.2888488)` with c's
/// luminance L, which stays: black, middle grey and white stay neutral. Alpha stays. A look of this library's
/// own.
public final class TealAndOrangeLook: PointOperation, @unchecked Sendable {
    /// The share that is mixed in: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1
}
