/// Equalizes the luminance of each part of a picture with limited contrast (CLAHE).
///
/// The picture is divided into tiles; each has a table from its own histogram of 256 bins, in which no bin may have
/// more than `clipLimit` times the mean: the excess is spread over all bins. A pixel's luminance goes
/// through the tables of the four nearest tiles, mixed bilinearly. (K. Zuiderveld, Contrast Limited Adaptive Histogram
/// Equalization, Graphics Gems IV, 1994; parameters and rounding of OpenCV's `createCLAHE`.) The hue is kept as by
/// ``HistogramEqualization``. Tiles that reach over the edge see the picture mirrored there.
public final class CLAHE: BasicOperation, @unchecked Sendable {
    /// The largest count of a value, in multiples of the mean: 1…40; 0 or less for no limit.
    @Parameter(in: 0...40) public var clipLimit: Float = 2
    /// The number of tiles side by side: 1…32.
    @Parameter(in: 1...32) public var tilesAcross: Int = 8
    /// The number of tiles one below the other: 1…32.
    @Parameter(in: 1...32) public var tilesDown: Int = 8
    /// The share of the change that is made: 0…1; 0 gives the picture back.
    @Parameter(in: 0...1, unit: .fraction) public var strength: Float = 1
    /// The share of a table that comes from the frame before: 0…1; the first frame's tables are used as they are.
    @Parameter(in: 0...1, unit: .fraction) public var smoothing: Float = 0

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let tiles = (max(1, min(32, plan.fixed($tilesAcross))), max(1, min(32, plan.fixed($tilesDown))))
        let memory = plan.memory("tables", of: self)
        let constants = ["BINS": 256, "WHOLE_RANGE": 1, "TILES_ACROSS": tiles.0, "TILES_DOWN": tiles.1]
        // The number behind the tables tells whether they have been made.
        let count = tiles.0 * tiles.1 * 256 + 1
        let tables = plan.values(
            "ClaheLookup", images: [inputs[0]], values: [plan.previousValues(memory, count: count)],
            [.live("clipLimit", $clipLimit), .live("smoothing", $smoothing)],
            count: count, localSize: (plan.tableWidth, 1), groups: tiles, constants: constants)
        plan.remember(tables, as: memory)
        return try plan.point(
            "ClaheTransfer", [inputs[0]], [.live("strength", $strength)], values: [tables], usesPlace: true,
            layout: inputs[0].layout, constants: constants)
    }
}
