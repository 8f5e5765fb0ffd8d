internal import LinuxIO

/// Passes a picture on and tells its histogram.
public final class HistogramExtractor: HistogramOperation, @unchecked Sendable {
    private let deliver = Callback<HistogramCounts, Void>()

    /// The closure that gets the counts of each frame, on the thread that renders; nil for none.
    public var histogramCallback: (@Sendable (HistogramCounts) -> Void)? {
        get { deliver.current }
        set { deliver.current = newValue }
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let shape = shape(plan)
        plan.report(counts(of: inputs[0], plan, shape), shape, to: deliver)
        return inputs[0]
    }
}
