/// Finds corners that are good to track.
///
/// Of the slopes' products, blurred (`A`): `sensitivity` times the smaller eigenvalue (J. Shi and C. Tomasi, Good
/// Features to Track, 1994). A slope counts six times, as with GPUImage2's Prewitt sums.
public final class ShiTomasiFeatureDetector: CornerDetector, @unchecked Sendable {
    /// The standard deviation of the blur: the size of the neighbourhood that makes a corner.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 2
    /// The factor of the response.
    @Parameter(in: 0...20) public var sensitivity: Float = 1.5

    /// Makes the operation with its defaults.
    public init() { super.init(threshold: 0.2) }

    override func response(_ plan: PlanBuilder, _ image: PlanImage) throws(FilterError) -> PlanImage {
        let tensor = try plan.structureTensor(image, sigma: plan.fixed($blurRadiusInPixels))
        return try plan.point(name, [tensor], [.live($sensitivity)], layout: .half, isClamped: false)
    }
}
