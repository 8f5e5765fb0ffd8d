/// The largest red, green and blue of the square around each pixel.
///
/// The square has 2·radius + 1 pixels a side; edges repeat. Alpha is the pixel's own.
public final class RGBDilation: BasicOperation, @unchecked Sendable {
    /// The reach of the square: 1 to 4; 0 gives the picture back.
    @Parameter(in: 1...4, unit: .pixels) public var radius: Int = 1

    /// Makes the operation with its defaults.
    public init() { super.init() }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let radius = plan.fixed($radius)
        return try plan.morphology(inputs[0], .largest, radius: radius)
    }
}
