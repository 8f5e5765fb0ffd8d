/// Gives a picture a histogram that is known: a normal distribution, or any counts.
///
/// A value goes where the wanted cumulative distribution has the same share, linearly between the values that are wanted
/// (`MPSImageHistogramSpecification`). A picture of one colour gets the greatest value that is wanted.
public final class HistogramSpecification: HistogramTransform, @unchecked Sendable {
    /// The middle of the normal distribution, which ends at √17 deviations: 0…1.
    @Parameter(in: 0...1, unit: .fraction) public var mean: Float = 0.5
    /// The distribution's standard deviation: 0…1.
    @Parameter(in: 0...1, unit: .fraction) public var deviation: Float = 0.2

    private let wanted: HistogramCounts?

    /// Makes the operation with a normal distribution.
    ///
    /// - Parameter channels: The channels that are changed.
    public override init(channels: HistogramChannels = .rgb) {
        wanted = nil
        super.init(channels: channels)
    }

    /// Makes the operation with counts; ``mean`` and ``deviation`` are without effect.
    ///
    /// - Parameter histogram: The counts, of as many bins as shall be used, a power of two from 256 to 4096; their limits become
    ///   those of this operation.
    public init(histogram: HistogramCounts) {
        wanted = histogram
        super.init(channels: histogram.channels)
        bins = histogram.bins
        minimum = ChannelValues(of: histogram.channels, histogram.minimums, others: 0)
        maximum = ChannelValues(of: histogram.channels, histogram.maximums, others: 1)
    }

    override class var lookup: String { "SpecificationLookup" }

    override func processorTables(
        _ plan: PlanBuilder, _ histograms: [PlanValues], _ before: PlanValues, _ shape: HistogramShape
    ) -> PlanValues? { nil }

    override func histograms(
        _ plan: PlanBuilder, _ inputs: [PlanImage], _ shape: HistogramShape
    ) throws(FilterError) -> [PlanValues] {
        [counts(of: inputs[0], plan, shape), wantedCounts(plan, shape)]
    }

    private func wantedCounts(_ plan: PlanBuilder, _ shape: HistogramShape) -> PlanValues {
        // Counts for other channels than the present ones fall back to the normal distribution.
        if let wanted, wanted.counts.count == shape.count {
            return plan.table(wanted.counts + limits(plan, shape))
        }
        return plan.values(
            "NormalHistogram", images: [],
            [
                .live("mean", $mean), .live("deviation", $deviation), .live("minimum", $minimum),
                .live("maximum", $maximum),
            ],
            count: shape.count + shape.limitCount, localSize: (64, 1), groups: (shape.count / 64, 1),
            constants: shape.constants)
    }

    private func limits(_ plan: PlanBuilder, _ shape: HistogramShape) -> [UInt32] {
        let (low, high) = (plan.fixed($minimum).components, plan.fixed($maximum).components)
        guard !shape.isWholeRange else { return [] }
        return (0..<shape.channels.count).flatMap { channel in
            [low, high].map { $0[shape.channels.first + channel].bitPattern }
        }
    }
}
