internal import LinuxIO

/// Passes a picture on and tells a mean of it.
public class AverageExtractor<Average: Sendable>: BasicOperation, @unchecked Sendable {
    let deliver = Callback<Average, Void>()
    private let ofLuminance: Bool
    private let average: @Sendable ([Float]) -> Average

    /// - Parameters:
    ///   - ofLuminance: Whether the mean is that of luminance; else those of the four channels.
    ///   - average: Makes what is told of the numbers.
    init(ofLuminance: Bool, _ average: @escaping @Sendable ([Float]) -> Average) {
        (self.ofLuminance, self.average) = (ofLuminance, average)
        super.init(inputs: 1)
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        plan.report(plan.sums(of: inputs[0], ofLuminance: ofLuminance)) { [deliver, average] in
            deliver(average($0))
        }
        return inputs[0]
    }
}
