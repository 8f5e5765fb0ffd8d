/// Passes a picture on and tells its mean luminance.
///
/// The mean of 0.2125 red + 0.7154 green + 0.0721 blue over all pixels, each to 1/4080 of full scale.
public final class AverageLuminanceExtractor: BasicOperation, @unchecked Sendable {
    private let deliver = Callback<Float>()

    /// The closure that gets the mean luminance of each frame, 0…1, on the thread that renders; nil for none.
    public var extractedLuminanceCallback: (@Sendable (Float) -> Void)? {
        get { deliver.current }
        set { deliver.current = newValue }
    }

    /// Makes the operation.
    public init() { super.init() }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        plan.report(plan.sums(of: inputs[0], ofLuminance: true)) { [deliver] in deliver($0[0]) }
        return inputs[0]
    }
}
