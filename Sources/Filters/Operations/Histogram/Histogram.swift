internal import LinuxIO
internal import Frames

/// A picture's histogram as a picture, and as numbers.
///
/// The result is as wide as a channel has bins and three rows high, all alike: red, green and blue count that channel's
/// values equal to the column's, grey the luminances; the highest bin of all is 1. Let a ``HistogramDisplay`` draw it.
/// GPUImage's counts overflow at 255 and therefore need a smaller picture; these are exact.
public final class Histogram: HistogramOperation, @unchecked Sendable {
    private let deliver = Callback<HistogramCounts, Void>()

    /// The closure that gets the counts of each frame, on the thread that renders; nil for none.
    public var histogramCallback: (@Sendable (HistogramCounts) -> Void)? {
        get { deliver.current }
        set { deliver.current = newValue }
    }

    package override class var choosesSize: Bool { true }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let shape = shape(plan)
        let counts = counts(of: inputs[0], plan, shape)
        plan.report(counts, shape, to: deliver)
        let heights = plan.values(
            "HistogramHeights", images: [], values: [counts], count: shape.count,
            localSize: (plan.tableWidth, 1), constants: shape.constants)
        return try plan.area(
            "Histogram", [], values: [heights], size: PixelSize(width: shape.bins, height: 3), layout: .half,
            constants: shape.constants)
    }
}

extension PlanBuilder {
    /// Hands counts to a callback.
    func report(_ counts: PlanValues, _ shape: HistogramShape, to deliver: Callback<HistogramCounts, Void>) {
        report(counts, count: shape.count + shape.limitCount) { numbers in
            let counts = Array(numbers[..<shape.count])
            guard !shape.isWholeRange else {
                deliver(HistogramCounts(channels: shape.channels, counts: counts))
                return
            }
            let limits = numbers[shape.count...].map(Float.init(bitPattern:))
            let channels = 0..<shape.channels.count
            deliver(
                HistogramCounts(
                    channels: shape.channels, counts: counts, minimums: channels.map { limits[2 * $0] },
                    maximums: channels.map { limits[2 * $0 + 1] }))
        }
    }
}
