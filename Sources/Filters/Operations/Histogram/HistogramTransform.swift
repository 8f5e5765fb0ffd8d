/// The base of operations that send colours through tables made from histograms.
///
/// The table that a frame's histogram makes is used on that frame. With ``channels`` `.luminance` only the luminance
/// changes: the colour's difference to grey stays, or shrinks alike for all channels where it would leave 0…1, so the hue is kept.
public class HistogramTransform: HistogramOperation, @unchecked Sendable {
    /// The share of the change that is made: 0…1; 0 gives the picture back, as far as it lies within the limits.
    @Parameter(in: 0...1, unit: .fraction) public var strength: Float = 1
    /// The share of a table that comes from the frame before: 0…1.
    ///
    /// 0 follows each frame at once, and so evens out a light that flickers as a whole; but a flash in one part of the
    /// picture then makes all others flicker, by nine codes a frame for a screen in a room. 0.8 leaves a third of that,
    /// 0.9 a sixth, and a change is there to nine tenths after 11 and 22 frames. The first frame's table is used as it
    /// is.
    @Parameter(in: 0...1, unit: .fraction) public var smoothing: Float = 0
    /// True when the tables stay as they are, for pictures other than those that they were made from.
    @Parameter public var isHeld: Bool = false

    /// The body that makes the tables.
    class var lookup: String { "EqualizationLookup" }

    /// Plans the tables by the processor, where it is the device; nil where the body makes them.
    func processorTables(
        _ plan: PlanBuilder, _ histograms: [PlanValues], _ before: PlanValues, _ shape: HistogramShape
    ) -> PlanValues? {
        processorEqualization(plan, histograms[0], before, shape)
    }

    /// Plans the histograms from which the tables are made.
    func histograms(
        _ plan: PlanBuilder, _ inputs: [PlanImage], _ shape: HistogramShape
    ) throws(FilterError) -> [PlanValues] {
        [counts(of: inputs[0], plan, shape)]
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let shape = shape(plan)
        let inputs = try shape.channels == .luminance ? inputs : inputs.map(plan.countable)
        let memory = plan.memory("tables", of: self)
        // The number behind the tables tells whether they have been made; then come the limits that they are made for.
        let count = shape.count + 1 + shape.limitCount
        let before = plan.previousValues(memory, count: count)
        let histograms = try histograms(plan, inputs, shape)
        if let tables = processorTables(plan, histograms, before, shape) {
            return try transfer(plan, inputs[0], tables, shape, memory)
        }
        let tables = plan.values(
            type(of: self).lookup, images: [], values: histograms + [before],
            [.live("strength", $strength), .live("smoothing", $smoothing), .live("isHeld", $isHeld)],
            count: count, localSize: (plan.tableWidth, 1), groups: (shape.channels.count, 1),
            constants: shape.constants)
        return try transfer(plan, inputs[0], tables, shape, memory)
    }

    private func transfer(
        _ plan: PlanBuilder, _ image: PlanImage, _ tables: PlanValues, _ shape: HistogramShape,
        _ memory: PlanMemory
    ) throws(FilterError) -> PlanImage {
        plan.remember(tables, as: memory)
        return try plan.point(
            "HistogramTransfer", [image], values: [tables], layout: image.layout, constants: shape.constants)
    }
}
