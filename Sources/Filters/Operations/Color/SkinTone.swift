/// Makes skin pinker, or greener, or more orange, and leaves other colours alone.
///
/// A colour whose hue is d turns from `skinHue` has the weight
/// `w = exp(−skinHueThreshold · (2·d)²) · min(10 · saturation, 1)`. Its hue (HSV, in turns) moves by
/// `skinToneAdjust · w · maxHueShift`; with `isUpperColorOrange` and a positive `skinToneAdjust` its
/// saturation grows by `skinToneAdjust · w · maxSaturationShift` instead; alpha stays.
///
/// GPUImage 1 has no factor for the saturation: its orange turns greys red. And it loses alpha.
public final class SkinTone: PointOperation, @unchecked Sendable {
    /// The amount and direction: −0.3 (pink)…0.3 (green or orange); 0 gives the picture back.
    @Parameter(in: -0.3...0.3) public var skinToneAdjust: Float = 0
    /// The hue of skin in turns: 0…1; 0.05 is light skin.
    @Parameter(in: 0...1) public var skinHue: Float = 0.05
    /// The narrowness of the range of hues: 0 (all)…100.
    @Parameter(in: 0...100) public var skinHueThreshold: Float = 40
    /// The shift of the hue, in turns, for a `skinToneAdjust` of 1: 0…1.
    @Parameter(in: 0...1) public var maxHueShift: Float = 0.25
    /// The gain of saturation for a `skinToneAdjust` of 1: 0…1.
    @Parameter(in: 0...1) public var maxSaturationShift: Float = 0.4
    /// True when a positive `skinToneAdjust` makes skin more orange instead of greener.
    @Parameter public var isUpperColorOrange = false
}
