/// Passes a picture on and tells its mean colour.
///
/// The mean of each channel over all pixels, exact for bytes; not weighted by alpha. GPUImage2 takes means of means of 4×4
/// pixels in bytes, which loses up to a code in each step.
public final class AverageColorExtractor: BasicOperation, @unchecked Sendable {
    private let deliver = Callback<Color>()

    /// The closure that gets the mean colour of each frame, on the thread that renders; nil for none.
    public var extractedColorCallback: (@Sendable (Color) -> Void)? {
        get { deliver.current }
        set { deliver.current = newValue }
    }

    /// Makes the operation.
    public init() { super.init() }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        plan.report(plan.sums(of: inputs[0], ofLuminance: false)) { [deliver] in
            deliver(Color(components: $0))
        }
        return inputs[0]
    }
}
