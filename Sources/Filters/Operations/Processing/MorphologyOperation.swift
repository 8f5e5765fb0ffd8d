/// The smallest or largest values of the square around each pixel, and then perhaps the others.
public class MorphologyOperation: BasicOperation, @unchecked Sendable {
    /// The distance from the middle of the square to its sides: 1 to 4; 0 gives the picture back, or its luminance.
    @Parameter(in: 1...4, unit: .pixels) public var radius: Int = 1

    private let extremes: [Extreme]
    private let ofLuminance: Bool

    /// - Parameters:
    ///   - extremes: The values that count, one pass after the other.
    ///   - ofLuminance: Whether those of luminance count; else those of red, green and blue.
    init(_ extremes: Extreme..., ofLuminance: Bool) {
        self.extremes = extremes
        self.ofLuminance = ofLuminance
        super.init()
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let radius = plan.fixed($radius)
        var image = inputs[0]
        for (pass, extreme) in extremes.enumerated() {
            // After the first pass luminance stands in all three channels.
            image = try plan.morphology(
                image, extreme, radius: radius, ofLuminance: ofLuminance && pass == 0)
        }
        return image
    }
}
