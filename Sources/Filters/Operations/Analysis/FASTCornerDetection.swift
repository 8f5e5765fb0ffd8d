/// Finds corners by comparing a pixel with a circle around it.
///
/// FAST-9: of the sixteen pixels three away, nine in a row are all brighter than the middle, or all darker; the response
/// is the largest difference for which that holds, and of equal neighbours the one with most contrast wins (E. Rosten
/// and T. Drummond, Machine Learning for High-Speed Corner Detection, 2006). Nothing is found less than three pixels
/// from an edge. GPUImage1 has the name and no code.
public final class FASTCornerDetection: CornerDetector, @unchecked Sendable {
    /// Makes the operation with its defaults.
    public init() { super.init(threshold: 0.1) }

    override func response(_ plan: PlanBuilder, _ image: PlanImage) throws(FilterError) -> PlanImage {
        try plan.area(name, [image], [.live("threshold", $threshold)], layout: .half, readsLuminance: true)
    }
}
