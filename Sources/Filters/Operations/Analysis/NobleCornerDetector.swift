/// Finds corners as Harris' detector does, without its constant.
///
/// Of the slopes' products, blurred (`A`): `sensitivity · det A / trace A`, 0 where nothing slopes (A. Noble,
/// Descriptions of Image Surfaces, 1989). A slope counts six times, as with GPUImage2's Prewitt sums; GPUImage2 divides
/// by zero in flat places.
public final class NobleCornerDetector: CornerDetector, @unchecked Sendable {
    /// The standard deviation of the blur: the size of the neighbourhood that makes a corner.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 2
    /// The factor of the response.
    @Parameter(in: 0...20) public var sensitivity: Float = 5

    /// Makes the operation with its defaults.
    public init() { super.init(threshold: 0.2) }

    override func response(_ plan: PlanBuilder, _ image: PlanImage) throws(FilterError) -> PlanImage {
        let tensor = try plan.structureTensor(image, sigma: plan.fixed($blurRadiusInPixels))
        return try plan.point(name, [tensor], [.live($sensitivity)], layout: .half, isClamped: false)
    }
}
