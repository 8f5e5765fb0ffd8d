internal import Frames

/// Lines on nothing: what a line detector found, to be laid over its picture.
///
/// How much of a pixel a line covers falls from 1 to 0 within one pixel at its edge and its rounded ends; where lines
/// cross, the larger counts. The picture is ``lineColor`` everywhere, opaque as far as a line covers it. GPUImage2 adds
/// up the colours of lines that cross, and its lines are as wide as the driver likes.
public final class LineGenerator: ImageGenerator, @unchecked Sendable {
    /// The width of the lines.
    @Parameter(in: 0...64, unit: .pixels) public var lineWidth: Float = 1
    /// Their colour.
    @Parameter(in: 0...1) public var lineColor = Color.red
    /// The lines, up to 65,535: of each the start's x and y, the end's x and y, and 1 for an infinite one.
    @Parameter(unit: .fraction) public var lines: [Line] = []

    /// Makes the generator with its defaults.
    ///
    /// - Parameters:
    ///   - width: Pixels of its picture.
    ///   - height: Rows of its picture.
    public override init(width: Int, height: Int) { super.init(width: width, height: height) }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let size = SIMD2(Double(width), Double(height))
        // A point far away stands for none: a table is never empty.
        let nothing = ClippedLine(start: SIMD2(-1000, -1000), end: SIMD2(-1000, -1000))
        let lines = plan.fixed($lines).compactMap { ClippedLine($0, size: size, margin: 64) }
        let shown = lines.isEmpty ? [nothing] : Array(lines.prefix(65535))
        let parameters: [PlanParameter] = [
            .live($lineWidth), .live($lineColor),
            .constant("size", Size2D(width: Float(width), height: Float(height))),
        ]
        let ends = shown.flatMap {
            [$0.start.x, $0.start.y, $0.end.x, $0.end.y].map { Float($0).bitPattern }
        }
        let drawn = plan.values(
            "LineCoverage", images: [], values: [plan.table(ends)], parameters,
            count: width * height, groups: (shown.count, 1), isCleared: true)
        return try plan.area(
            name, [], parameters, values: [drawn], size: PixelSize(width: width, height: height))
    }
}
