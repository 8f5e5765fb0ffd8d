/// Sends a picture through the tables that equalize another one.
///
/// As `MPSImageHistogramEqualization` does whose transform was encoded for another picture: the result need not be
/// equalized. Input 0 is the picture that changes, input 1 the one whose histogram counts.
public final class ReferenceEqualization: HistogramTransform, @unchecked Sendable {
    /// Makes the operation.
    ///
    /// - Parameter channels: The channels that are equalized.
    public override init(channels: HistogramChannels = .rgb) {
        super.init(inputs: 2, channels: channels)
    }

    override func histograms(
        _ plan: PlanBuilder, _ inputs: [PlanImage], _ shape: HistogramShape
    ) throws(FilterError) -> [PlanValues] {
        [counts(of: inputs[1], plan, shape)]
    }
}
