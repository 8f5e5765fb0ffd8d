/// Shows an oil painting: smooth areas, sharp edges.
///
/// After Kuwahara and others, 1976: of the four squares of `radius + 1` pixels a side that have the pixel in a
/// corner, the mean of the one whose colours vary least (the variances of red, green and blue added); where several
/// vary equally little, the mean of these. Edges repeat, alpha stays. GPUImage always takes the upper left square,
/// and steps of 1/768 and 1/1024 whatever the picture's size.
public final class KuwaharaFilter: AreaOperation, @unchecked Sendable {
    /// How far a square reaches; above 16 it is 16; 0 gives the picture back.
    @Parameter(in: 0...16, unit: .pixels) public var radius: Int = 3

    /// Makes the operation with its defaults.
    public init() { super.init() }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let radius = min(max(plan.fixed($radius), 0), 16)
        return try plan.area("KuwaharaFilter", inputs, constants: ["RADIUS": radius])
    }
}
