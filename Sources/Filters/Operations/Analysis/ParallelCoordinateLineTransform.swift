internal import Frames

/// The lines of a picture of edges, as bright points.
///
/// A point (X, Y), from the middle in halves of the longer side, becomes the poly-line `(1 − |u|)·X + u·Y` over
/// u = −1…1 from the left to the right edge, −1…1 from the upper to the lower; points on one line meet in one place
/// (M. Dubská, A. Herout and J. Havel, PClines – Line Detection Using Parallel Coordinates, 2011). Each bright pixel
/// (luminance ½ or more) beside a dark one is a point; as many as the shorter side has pixels make white. It works in,
/// and is enlarged from, at most 640 pixels a side. GPUImage1 counts to 255 and stops. Alpha is 1.
public final class ParallelCoordinateLineTransform: BasicOperation, @unchecked Sendable {
    /// The factor of the brightness.
    @Parameter(in: 0...10) public var intensity: Float = 1

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let small = try plan.reducedForLines(inputs[0])
        let size = small.size
        let votes = plan.values(
            "ParallelVotes", images: [], values: [plan.linePoints(small)], count: size.width * size.height,
            groups: (size.width, 1), constants: ["WIDTH": size.width, "HEIGHT": size.height])
        let shown = try plan.area(name, [], [.live($intensity)], values: [votes], size: size)
        let full = inputs[0].size
        return size == full ? shown : try plan.resized(shown, width: full.width, height: full.height)
    }
}
