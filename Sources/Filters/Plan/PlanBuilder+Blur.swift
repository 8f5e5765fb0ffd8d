internal import Frames
internal import Processor

/// Blurs and sizes that several operations are made of.
extension PlanBuilder {
    /// A Gaussian blur; edges repeat.
    ///
    /// Two passes of weights that sum to 1, cut where a weight falls below 1/1024 of the middle one. From ``wideSigma`` on
    /// the picture is first made smaller by a whole number, blurred there with what is left of sigma, and made larger
    /// again between pixels: what is lost are details that the blur removes anyway.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - sigma: The standard deviation in pixels; less than 0.1 gives the picture back.
    ///   - layout: The form in which the result is stored; halves are not cut at 0 and 1.
    /// - Returns: The blurred picture.
    /// - Throws: `FilterError`.
    package func gaussian(
        _ image: PlanImage, sigma: Float, layout: PixelLayout = .rgba8
    ) throws(FilterError) -> PlanImage {
        guard sigma.isFinite, sigma >= 0.1 else { return image }
        let sigma = min(sigma, 500)
        guard sigma >= PlanBuilder.wideSigma else {
            return try separable(image, gaussianWeights(sigma), layout: layout)
        }
        if layout == .rgba8, let result = processorWide(image, sigma) { return result }
        let factor = max(2, Int((sigma / 4).rounded()))
        // A block more on each side holds nothing but the repeated edge, so that edges repeat as in the picture itself.
        let small = PixelSize(
            width: (image.size.width + factor - 1) / factor + 2,
            height: (image.size.height + factor - 1) / factor + 2)
        let shrunk = try area(
            "Shrink", [image], size: small, layout: .half, isClamped: false,
            constants: ["FACTOR": factor])
        // A mean over n pixels has a variance of (n² − 1) / 12, and going back between pixels adds about n² / 6.
        let square = Float(factor * factor)
        let left = max(0.5, sigma * sigma - (square - 1) / 12 - square / 6) / square
        let blurred = try separable(shrunk, gaussianWeights(left.squareRoot()), layout: .half)
        return try area(
            "Enlarge", [blurred], size: image.size, layout: layout, isClamped: layout == .rgba8,
            constants: ["FACTOR": factor], pixelsPerInvocation: 4)
    }

    /// From here on a Gaussian blur works on a smaller picture.
    static var wideSigma: Float { 8 }

    /// The mean of a square of 2·radius + 1 pixels a side; edges repeat.
    package func box(_ image: PlanImage, radius: Int) throws(FilterError) -> PlanImage {
        guard radius > 0 else { return image }
        let radius = min(radius, 200)
        if let result = processorMean(image, radius: radius) { return result }
        let count = 2 * radius + 1
        return try separable(image, [Float](repeating: 1 / Float(count), count: count))
    }

    /// A picture in another size, between pixels bilinearly.
    package func resized(_ image: PlanImage, width: Int, height: Int) throws(FilterError) -> PlanImage {
        let size = PixelSize(width: width, height: height)
        return size == image.size ? image : try area("Resize", [image], size: size, layout: image.layout)
    }

    /// Weighs neighbours along rows, then along columns.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - weights: An odd number, symmetric.
    ///   - layout: The form in which the result is stored.
    /// - Returns: The result.
    /// - Throws: `FilterError`.
    package func separable(
        _ image: PlanImage, _ weights: [Float], layout: PixelLayout = .rgba8
    ) throws(FilterError) -> PlanImage {
        let half = Array(weights[(weights.count / 2)...])
        if layout == .rgba8, let result = processorSeparable(image, half) { return result }
        let constants = ["TAPS": half.count]
        let floats = ["WEIGHTS": half.whole]
        let across = try area(
            "Separable", function: "separableAcross", [image], layout: .half,
            isClamped: false, constants: constants, floats: floats, pixelsPerInvocation: 4)
        return try area(
            "Separable", function: "separableDown", [across], layout: layout,
            isClamped: layout == .rgba8, constants: constants, floats: floats, pixelsPerInvocation: 4)
    }

    /// The weighing by the processor.
    private func processorSeparable(_ image: PlanImage, _ half: [Float]) -> PlanImage? {
        guard half.count <= ProcessorSeparable.weightLimit else { return nil }
        return processed("Separable", image) { source, target in
            for (from, to) in zip(source.planes, target.planes) {
                ProcessorSeparable(across: half, down: half)?.apply(from, to: to)
            }
        }
    }

    private func processorWide(_ image: PlanImage, _ sigma: Float) -> PlanImage? {
        let scratch = ProcessorScratch()
        return processed("Wide blur", image) { source, target in
            for (from, to) in zip(source.planes, target.planes) {
                ProcessorWideBlur(across: sigma, down: sigma).apply(from, to: to, scratch)
            }
        }
    }

    /// Both sides of the weights.
    private func gaussianWeights(_ sigma: Float) -> [Float] {
        let half = Gaussian.half(sigma)
        return half.dropFirst().reversed() + half
    }
}

extension [Float] {
    /// Weights from the middle on as whole 1/2²⁴, of which floats add up to 1 in any order; the middle takes what is left.
    fileprivate var whole: [Float] {
        let sides = dropFirst().map { ($0 * 0x1p24).rounded() * 0x1p-24 }
        return [1 - 2 * sides.reduce(0, +)] + sides
    }
}
