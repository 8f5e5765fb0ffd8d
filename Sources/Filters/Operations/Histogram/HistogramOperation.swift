/// The base of operations that count values.
///
/// A picture's histogram has, for each channel, a power of two of bins with 32 bits each, as the Metal Performance Shaders'
/// `MPSImageHistogram` has. The first bin stands for ``minimum`` and the last one for ``maximum``; a value counts to the
/// nearest bin, one outside to the nearer end. So 256 bins of 0…1 count the codes of bytes. Each channel has limits of its
/// own, and a ``threshold`` below which nothing is counted. Counts are exact, whatever the size of the picture, and made
/// where the picture is: nothing is read back for them.
public class HistogramOperation: BasicOperation, @unchecked Sendable {
    /// The channels that are counted: 0 red, 1 green, 2 blue, 3 luminance, 4 red, green and blue, 5 alpha, too.
    @Parameter(in: 0...5) public var channels: HistogramChannels = .rgb
    /// The number of bins of a channel: 256, 512, 1024, 2048 or 4096; other numbers are rounded up to one of them.
    @Parameter(in: 256...4096) public var bins: Int = 256
    /// The value of each channel's first bin: 0…1; for the luminance red's counts.
    @Parameter(in: 0...1, unit: .fraction) public var minimum: ChannelValues = 0
    /// The value of each channel's last bin: 0…1, more than the minimum; for the luminance red's counts.
    @Parameter(in: 0...1, unit: .fraction) public var maximum: ChannelValues = 1
    /// The value from which on each channel is counted: 0…1; 0, the default, counts all.
    ///
    /// What is less is in no bin, not even in the first one, so that a black frame around a picture does not count
    /// (`minPixelThresholdValue` of the Metal Performance Shaders). A value equal to within 1/8160 is counted; for the
    /// luminance red's counts.
    @Parameter(in: 0...1, unit: .fraction) public var threshold: ChannelValues = 0
    /// True when each channel's bins reach from its smallest to its greatest value, as far as these lie within the limits.
    ///
    /// So a picture of little contrast has the whole count of bins for what occurs (`MPSImageNormalizedHistogram`). The values are
    /// those of the counted part of each frame, from the threshold on; counts that accumulate are added bin by bin,
    /// whatever the bins stood for.
    @Parameter public var isNormalized: Bool = false
    /// The upper left corner of the part of the picture that is counted.
    @Parameter(in: 0...1, unit: .fraction) public var regionOrigin = Position(0, 0)
    /// The extent of the part that is counted: 1 is the whole picture.
    @Parameter(in: 0...1, unit: .fraction) public var regionSize = Size2D(width: 1, height: 1)
    /// True when the counts of earlier frames are added; a count that would pass 2³² − 1 stays there.
    @Parameter public var accumulates: Bool = false

    /// Makes the operation.
    ///
    /// - Parameter channels: The channels that are counted.
    public init(channels: HistogramChannels = .rgb) {
        super.init(inputs: 1)
        self.channels = channels
    }

    /// Makes an operation that takes another number of pictures.
    init(inputs: Int, channels: HistogramChannels) {
        super.init(inputs: inputs)
        self.channels = channels
    }

    /// Plans the counts of a picture.
    final func counts(of image: PlanImage, _ plan: PlanBuilder, _ shape: HistogramShape) -> PlanValues {
        let counts = frameCounts(of: image, plan, shape)
        guard plan.fixed($accumulates) else { return counts }
        let memory = plan.memory("counts", of: self)
        let sum = plan.values(
            "HistogramSum", images: [], values: [counts, plan.previousValues(memory, count: counts.count)],
            count: counts.count, localSize: (64, 1), groups: ((counts.count + 63) / 64, 1),
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
        let bounds: @Sendable () -> HistogramBounds = { [$minimum, $maximum, $threshold] in
            HistogramBounds(
                minimum: $minimum.wrappedValue, maximum: $maximum.wrappedValue,
                threshold: $threshold.wrappedValue)
        }
        if isWhole, let counts = plan.processorCounts(of: image, shape, bounds: bounds) { return counts }
        return plan.histogramCounts(
            of: image, shape,
            [
                .live("minimum", $minimum), .live("maximum", $maximum), .live("threshold", $threshold),
                .live("regionOrigin", $regionOrigin), .live("regionSize", $regionSize),
            ])
    }

    /// Makes the shape that the parameters describe now.
    final func shape(_ plan: PlanBuilder) -> HistogramShape {
        let isNormalized = plan.fixed($isNormalized)
        let isWhole = plan.fixed($minimum) == 0 && plan.fixed($maximum) == 1
        return HistogramShape(
            channels: plan.fixed($channels), bins: plan.fixed($bins),
            isWholeRange: isWhole && !isNormalized, isNormalized: isNormalized,
            hasThreshold: plan.fixed($threshold).components.contains { $0 > 0 })
    }
}
