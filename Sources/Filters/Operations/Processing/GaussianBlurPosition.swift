/// Blurs a disc and leaves the rest sharp.
///
/// Where the distance from the centre is less than the radius, the Gaussian blur, else the picture. The disc is round wherever it
/// is; GPUImage1's moves when its centre is above or below the middle, and its wide blurs show the taps.
public final class GaussianBlurPosition: BasicOperation, @unchecked Sendable {
    /// The blur's size: its standard deviation is √4.48 ≈ 2.1 pixels times this (that of GPUImage1's nine taps); 0 gives the picture back.
    @Parameter(in: 0...10) public var blurSize: Float = 1
    /// The disc's centre.
    @Parameter(in: 0...1, unit: .fraction) public var blurCenter = Position.center
    /// The disc's radius as a part of the picture's shorter side.
    @Parameter(in: 0...2, unit: .fraction) public var blurRadius: Float = 1

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let blurred = try plan.gaussian(inputs[0], sigma: plan.fixed($blurSize) * Float(4.48).squareRoot())
        return try plan.point(
            name, [inputs[0], blurred], [.live($blurCenter), .live($blurRadius)], usesPlace: true)
    }
}
