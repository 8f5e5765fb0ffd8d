internal import Frames

/// Shows an oil painting: smooth areas, sharp edges.
///
/// After Kuwahara and others, 1976: of the four squares of `radius + 1` pixels a side that have the pixel in a
/// corner, the mean of the one whose colours vary least (the variances of red, green and blue added); where several
/// vary equally little, the mean of these. Edges repeat, alpha stays. GPUImage always takes the upper left square,
/// and steps of 1/768 and 1/1024 whatever the picture's size.
public final class KuwaharaFilter: BasicOperation, @unchecked Sendable {
    /// The reach of a square; above 16 it is 16; 0 gives the picture back.
    @Parameter(in: 0...16, unit: .pixels) public var radius: Int = 3

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        try plan.kuwahara(inputs[0], radius: min(max(plan.fixed($radius), 0), 16))
    }
}

extension PlanBuilder {
    /// Plans each square's variation and mean once, then each pixel's choice of four.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - radius: The reach of a square, 0…16.
    /// - Returns: The painting.
    /// - Throws: `FilterError`.
    func kuwahara(_ image: PlanImage, radius: Int) throws(FilterError) -> PlanImage {
        var image = image
        // Each pixel is read many times: not from a camera's planes.
        if case .source = image.content { image = try point("Passthrough", [image]) }
        let constants = ["RADIUS": radius]
        let (columns, rows) = (image.size.width + radius, image.size.height + radius)
        let squares = values(
            "KuwaharaSquares", images: [image], count: 2 * columns * rows, localSize: (8, 8),
            groups: ((columns + 31) / 32, (rows + 7) / 8), constants: constants)
        return try point(
            "KuwaharaFilter", [image], values: [squares], usesPlace: true, constants: constants)
    }
}
