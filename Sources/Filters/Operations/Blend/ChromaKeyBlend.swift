/// Replaces a colour of the base by the overlay: green screen.
///
/// The distance `d` between the chroma of the base and that of the colour, `(Cb, Cr)` of ITU-R BT.601
/// (−0.5…0.5), says how much of the base stays: `smoothstep(thresholdSensitivity, thresholdSensitivity +
/// smoothing, d)`. Brightness does not count. The rest fades to the overlay as in ``DissolveBlend``.
///
/// Chroma uses the exact factors of BT.601 instead of GPUImage's rounded ones, and a smoothing of 0 is a hard
/// edge instead of 0/0.
public final class ChromaKeyBlend: BlendOperation, @unchecked Sendable {
    /// The distance of chroma up to which the base is replaced whole.
    @Parameter(in: 0...1) public var thresholdSensitivity: Float = 0.4
    /// The further distance over which it comes back; 0 is a hard edge.
    @Parameter(in: 0...1) public var smoothing: Float = 0.1
    /// The colour that is replaced; its alpha does not count.
    @Parameter(in: 0...1) public var colorToReplace = Color.green
}
