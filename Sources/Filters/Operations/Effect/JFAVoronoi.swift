internal import Frames

/// Finds the nearest bright pixel for every pixel.
///
/// By jump flooding (Rong and Tan 2006). Every pixel whose luminance is above the threshold is a seed. The result
/// shows each pixel's nearest seed: its place in 4096ths of the picture's sides, of which red has the upper eight
/// bits across, green those down, and blue the lower four across and then the lower four down; alpha is 1. Of equally
/// near seeds it is the upper, then the left one. Without any seed each pixel shows its own place.
/// ``VoronoiConsumer`` makes a picture of it.
public final class JFAVoronoi: AreaOperation, @unchecked Sendable {
    /// The luminance above which a pixel is a seed.
    @Parameter(in: 0...1) public var threshold: Float = 0.5

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        var nearest = try plan.area(
            "JFAVoronoi", function: "jfaVoronoiSeed", inputs, [.live($threshold), .constant("reach", 0)],
            readsLuminance: true)
        for reach in Self.reaches(side: max(nearest.size.width, nearest.size.height)) {
            nearest = try plan.area(
                "JFAVoronoi", function: "jfaVoronoiJump", [nearest],
                [.live($threshold), .constant("reach", reach)])
        }
        return try plan.point("NearestSeedColor", [nearest], usesPlace: true)
    }

    /// Lists the distances at which the passes look: half the side, halved each time; one step before and one after
    /// make it nearly exact.
    static func reaches(side: Int) -> [Int] {
        var reach = 1
        while reach * 2 < side { reach *= 2 }
        var reaches = [1]
        while reach >= 1 {
            reaches.append(reach)
            reach /= 2
        }
        return reaches + [1]
    }
}
