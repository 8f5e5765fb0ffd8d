/// Mixes each frame with the result of the frame before: moving things leave a trail, noise goes.
///
/// `frame·(1 − strength) + previous·strength`, for alpha too. The first frame is shown as it is. The memory is kept in
/// 16-bit floats.
public final class LowPassFilter: BasicOperation, @unchecked Sendable {
    /// The share of the past that stays: 0 gives each frame back, 1 always the first one.
    @Parameter(in: 0...1) public var strength: Float = 0.5

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        try plan.lowPass(inputs[0], strength: $strength, of: self)
    }
}

extension PlanBuilder {
    /// Plans the running mean of an operation's frames.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - strength: The weight of the mean so far.
    ///   - operation: The operation whose mean it is; it has one.
    /// - Returns: The mean, in 16-bit floats.
    /// - Throws: `FilterError`.
    package func lowPass(
        _ frame: PlanImage, strength: Parameter<Float>, of operation: BasicOperation
    ) throws(FilterError) -> PlanImage {
        let memory = memory("smoothed", of: operation)
        let before = previous(memory, size: frame.size, layout: .half)
        let smoothed = try point(
            "LowPassFilter", [frame, before],
            [.live("strength", strength), .hasPrevious("hasPrevious", memory)], layout: .half)
        remember(smoothed, as: memory)
        return smoothed
    }
}
