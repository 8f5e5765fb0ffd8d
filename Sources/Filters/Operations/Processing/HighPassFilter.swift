/// Shows the difference from the frames before: everything still is black.
///
/// `|frame − low pass|` for red, green and blue, where the low pass is ``LowPassFilter``'s with the same strength; alpha is the
/// frame's. The first frame gives black.
public final class HighPassFilter: BasicOperation, @unchecked Sendable {
    /// The weight of the past: 0 gives black, 1 compares with the first frame.
    @Parameter(in: 0...1) public var strength: Float = 0.5

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let smoothed = try plan.lowPass(inputs[0], strength: $strength, of: self)
        return try plan.point(name, [inputs[0], smoothed])
    }
}
