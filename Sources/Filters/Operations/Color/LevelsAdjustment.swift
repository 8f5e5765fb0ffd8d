/// Maps a range of input levels to a range of output levels, channel by channel.
///
/// `mix(minOutput, maxOutput, clamp((rgb − minimum) / (maximum − minimum))^(1 / middle))`; alpha stays, and
/// the colours' own alphas mean nothing. Where `maximum` is not above `minimum` the channel becomes a step at
/// `minimum`, where GPUImage divides by 0.
public final class LevelsAdjustment: PointOperation, @unchecked Sendable {
    /// The input level that becomes `minOutput`: 0…1 per channel.
    @Parameter(in: 0...1, unit: .fraction) public var minimum: Color = .black
    /// The gamma of the middle tones: 0…10 per channel; 1 is straight, more is brighter.
    @Parameter(in: 0...10) public var middle: Color = .white
    /// The input level that becomes `maxOutput`: 0…1 per channel.
    @Parameter(in: 0...1, unit: .fraction) public var maximum: Color = .white
    /// The darkest output level: 0…1 per channel.
    @Parameter(in: 0...1, unit: .fraction) public var minOutput: Color = .black
    /// The brightest output level: 0…1 per channel.
    @Parameter(in: 0...1, unit: .fraction) public var maxOutput: Color = .white
}
