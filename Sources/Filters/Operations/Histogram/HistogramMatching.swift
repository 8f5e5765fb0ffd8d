/// Gives a picture the histogram of another one.
///
/// A value goes where the other picture's cumulative distribution has the same share, linearly between the values that
/// occur there (histogram specification; `skimage.exposure.match_histograms`). Input 0 is the picture that changes,
/// input 1 the one that it is matched to. A picture of one colour gets the other one's greatest value.
public final class HistogramMatching: HistogramTransform, @unchecked Sendable {
    /// Makes the operation.
    ///
    /// - Parameter channels: The channels that are matched.
    public override init(channels: HistogramChannels = .rgb) {
        super.init(inputs: 2, channels: channels)
    }

    override class var lookup: String { "SpecificationLookup" }

    override func processorTables(
        _ plan: PlanBuilder, _ histograms: [PlanValues], _ before: PlanValues, _ shape: HistogramShape
    ) -> PlanValues? { nil }

    override func histograms(
        _ plan: PlanBuilder, _ inputs: [PlanImage], _ shape: HistogramShape
    ) throws(FilterError) -> [PlanValues] {
        [counts(of: inputs[0], plan, shape), counts(of: inputs[1], plan, shape)]
    }
}
