internal import Frames

/// Gives white where the picture is hardly darker than its surroundings, else black: for writing in uneven
/// light.
///
/// `L ≥ mean − 0.05 ? 1 : 0` with the luminance L and its mean over the square of
/// `2 · blurRadiusInPixels + 1` pixels a side around the pixel; edges repeat; alpha stays.
///
/// GPUImage's documented radius of 4 never reaches its blur.
public final class AdaptiveThreshold: PointOperation, @unchecked Sendable {
    /// The radius of the square: 1…20 pixels.
    @Parameter(in: 1...20, unit: .pixels) public var blurRadiusInPixels: Int = 4

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let radius = min(max(plan.fixed($blurRadiusInPixels), 0), 127)
        let side = Float(2 * radius + 1)
        return try plan.point(
            "AdaptiveThreshold", inputs, [.constant("share", 1 / (65535 * side * side))],
            values: [sums(of: inputs[0], radius, plan)], usesPlace: true)
    }

    /// Plans the sum of luminances around each pixel, in whole numbers: running sums lose nothing.
    private func sums(of image: PlanImage, _ radius: Int, _ plan: PlanBuilder) -> PlanValues {
        let (width, height) = (image.size.width, image.size.height)
        // Long enough that its first sum costs little, short enough for a GPU to have much to do at once.
        let span = 128
        let parameters: [PlanParameter] = [.constant("radius", radius), .constant("span", span)]
        let rows = plan.values(
            "AdaptiveThresholdRows", images: [image], parameters, count: width * height,
            groups: ((height + 63) / 64, (width + span - 1) / span))
        return plan.values(
            "AdaptiveThresholdColumns", images: [], values: [rows],
            parameters + [.constant("width", width), .constant("height", height)], count: width * height,
            groups: ((width + 63) / 64, (height + span - 1) / span))
    }
}
