/// The base of operations that count values.
///
/// A picture's histogram has, for each channel, a power of two of bins with 32 bits each, as the Metal Performance Shaders'
/// `MPSImageHistogram` has. The first bin stands for ``minimum`` and the last one for ``maximum``; a value counts to the
/// nearest bin, one outside to the nearer end. So 256 bins of 0…1 count the codes of bytes. Counts are exact, whatever
/// the size of the picture, and made where the picture is: nothing is read back for them.
public class HistogramOperation: BasicOperation, @unchecked Sendable {
    /// The channels that are counted: 0 red, 1 green, 2 blue, 3 luminance, 4 red, green and blue, 5 alpha, too.
    @Parameter(in: 0...5) public var channels: HistogramChannels = .rgb
    /// The number of bins of a channel: 256, 512, 1024, 2048 or 4096; other numbers are rounded up to one of them.
    @Parameter(in: 256...4096) public var bins: Int = 256
    /// The value of the first bin: 0…1.
    @Parameter(in: 0...1, unit: .fraction) public var minimum: Float = 0
    /// The value of the last bin: 0…1, more than the minimum.
    @Parameter(in: 0...1, unit: .fraction) public var maximum: Float = 1
    /// The upper left corner of the part of the picture that is counted.
    @Parameter(in: 0...1, unit: .fraction) public var regionOrigin = Position(0, 0)
    /// The extent of the part that is counted: 1 is the whole picture.
    @Parameter(in: 0...1, unit: .fraction) public var regionSize = Size2D(width: 1, height: 1)
    /// True when the counts of earlier frames are added; a count that would pass 2³² − 1 stays there.
    @Parameter public var accumulates: Bool = false

    /// Plans the counts of a picture.
    final func counts(of image: PlanImage, _ plan: PlanBuilder, _ shape: HistogramShape) -> PlanValues {
        let counts = frameCounts(of: image, plan, shape)
        guard plan.fixed($accumulates) else { return counts }
        let memory = plan.memory("counts", of: self)
        let sum = plan.values(
            "HistogramSum", images: [], values: [counts, plan.previousValues(memory, count: counts.count)],
            count: counts.count, localSize: (64, 1), groups: (counts.count / 64, 1),
            constants: shape.constants)
        plan.remember(sum, as: memory)
        return sum
    }

    private func frameCounts(
        of image: PlanImage, _ plan: PlanBuilder, _ shape: HistogramShape
    ) -> PlanValues {
        let isWhole =
            plan.fixed($regionOrigin) == Position(0, 0)
            && plan.fixed($regionSize) == Size2D(width: 1, height: 1)
        let range: @Sendable () -> (Float, Float) = { [$minimum, $maximum] in
            ($minimum.wrappedValue, $maximum.wrappedValue)
        }
        if isWhole, let counts = plan.processorCounts(of: image, shape, range: range) { return counts }
        return plan.histogramCounts(
            of: image, shape,
            [
                .live("minimum", $minimum), .live("maximum", $maximum),
                .live("regionOrigin", $regionOrigin), .live("regionSize", $regionSize),
            ])
    }

    /// Makes the shape that the parameters describe now.
    final func shape(_ plan: PlanBuilder) -> HistogramShape {
        HistogramShape(
            channels: plan.fixed($channels), bins: plan.fixed($bins),
            isWholeRange: plan.fixed($minimum) == 0 && plan.fixed($maximum) == 1)
    }
}
