/// Makes a colour transparent, as for a green screen.
///
/// `alpha · smoothstep(t, t + smoothing, distance)`, the distance being that of the colours' (Cr, Cb), with Y
/// = (0.2989, 0.5866, 0.1145), Cr = 0.7132·(r − Y) and Cb = 0.5647·(b − Y); red, green and blue stay,
/// straight.
public final class ChromaKeying: PointOperation, @unchecked Sendable {
    /// The distance from the colour up to which all is transparent (t): 0…1.
    @Parameter(in: 0...1) public var thresholdSensitivity: Float = 0.4
    /// The further distance over which transparency ends: 0 (a hard edge)…1.
    @Parameter(in: 0...1) public var smoothing: Float = 0.1
    /// The colour to make transparent; its alpha has no meaning.
    @Parameter(in: 0...1) public var colorToReplace: Color = .green
}
