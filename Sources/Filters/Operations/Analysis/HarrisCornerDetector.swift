/// Finds corners: places where luminance slopes in two directions.
///
/// Of the slopes' products, blurred (`A`): `sensitivity · (det A − k · trace² A)`, k being `harrisConstant` (C. Harris
/// and M. Stephens, A Combined Corner and Edge Detector, 1988). A slope counts six times, as with GPUImage2's Prewitt
/// sums; products are not cut at 1, so strong corners are stronger.
public final class HarrisCornerDetector: CornerDetector, @unchecked Sendable {
    /// The standard deviation of the blur: the size of the neighbourhood that makes a corner.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 2
    /// The factor of the response.
    @Parameter(in: 0...20) public var sensitivity: Float = 5
    /// The k of the formula: the weight of an edge against a corner.
    @Parameter(in: 0...0.25) public var harrisConstant: Float = 0.04

    /// Makes the operation with its defaults.
    public init() { super.init(threshold: 0.2) }

    override func response(_ plan: PlanBuilder, _ image: PlanImage) throws(FilterError) -> PlanImage {
        let tensor = try plan.structureTensor(image, sigma: plan.fixed($blurRadiusInPixels))
        return try plan.point(
            name, [tensor], [.live($sensitivity), .live($harrisConstant)], layout: .half, isClamped: false)
    }
}
