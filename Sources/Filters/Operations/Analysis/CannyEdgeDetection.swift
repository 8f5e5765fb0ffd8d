internal import Frames

/// Thin white edges on black.
///
/// Luminance, a Gaussian blur, Sobel's gradient, the maxima of its length along its own direction (between pixels
/// linearly), of these the ones that reach the upper threshold, and those that reach the lower one and are joined to
/// such a pixel by others, however long the way (J. Canny, A Computational Approach to Edge Detection, PAMI 1986).
/// GPUImage2 looks along eight directions and only one pixel far. Lengths that differ by less than 0.002 (longer than
/// 1, by 0.2 %) count as equal, so an edge right between two columns is two pixels wide; the outermost pixels are
/// never edges. Alpha is 1.
public final class CannyEdgeDetection: BasicOperation, @unchecked Sendable {
    /// The blur's standard deviation.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 2
    /// The gradient of a sure edge: eight times the slope of luminance per pixel.
    @Parameter(in: 0...6) public var upperThreshold: Float = 0.4
    /// The gradient of a pixel that may carry on an edge.
    @Parameter(in: 0...6) public var lowerThreshold: Float = 0.1

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let thin = try plan.thinnedEdges(
            inputs[0], sigma: plan.fixed($blurRadiusInPixels), upper: $upperThreshold, lower: $lowerThreshold)
        let (size, tiles) = (thin.size, ((thin.size.width + 15) / 16, (thin.size.height + 15) / 16))
        let regions = plan.values(
            "CannyRegions", images: [thin], count: size.width * size.height, localSize: (16, 16),
            groups: tiles, isCleared: true)
        let anchors = plan.values(
            "CannyAnchors", images: [thin], values: [regions], count: size.width * size.height,
            localSize: (16, 16), groups: tiles, isCleared: true)
        return try plan.area(name, [thin], values: [regions, anchors])
    }
}

extension PlanBuilder {
    /// Plans the maxima of a picture's gradient along its direction.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - sigma: The blur's standard deviation in pixels.
    ///   - upper: The gradient of a strong edge.
    ///   - lower: The gradient of a weak one.
    /// - Returns: A grey picture: 1 at a strong edge, 0.5 at a weak one, else 0.
    /// - Throws: `FilterError`.
    func thinnedEdges(
        _ image: PlanImage, sigma: Float, upper: Parameter<Float>, lower: Parameter<Float>
    ) throws(FilterError) -> PlanImage {
        let blurred = try gaussian(image, sigma: sigma, layout: .half)
        let gradient = try area(
            "CannyGradient", [blurred], layout: .half, isClamped: false, readsLuminance: true,
            pixelsPerInvocation: 4)
        return try area(
            "CannyThinning", [gradient], [.live("upperThreshold", upper), .live("lowerThreshold", lower)])
    }
}
