internal import Frames

/// Lines on a transparent picture, to lay a line detector's findings over its picture.
///
/// The share of a pixel that a line covers falls from 1 to 0 within one pixel at its edge and its rounded ends; where
/// lines cross, the larger counts. The picture is ``lineColor`` everywhere, opaque as far as a line covers it.
/// GPUImage2 adds up the colours of lines that cross, and its lines are as wide as the driver likes.
public final class LineGenerator: ImageGenerator, @unchecked Sendable {
    /// The width of the lines.
    @Parameter(in: 0...64, unit: .pixels) public var lineWidth: Float = 1
    /// The lines' colour.
    @Parameter(in: 0...1) public var lineColor = Color.red
    /// The lines, up to 1024 of them.
    ///
    /// Each is five numbers: the start's x and y, the end's x and y, and 1 for an infinite one. Setting them for each
    /// frame costs nothing more.
    @Parameter(unit: .fraction) public var lines: [Line] = []

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let pixels = pictureSize
        let parameters: [PlanParameter] = [
            .live($lineWidth), .live($lineColor),
            .constant("size", Size2D(width: Float(pixels.width), height: Float(pixels.height))),
        ]
        let size = SIMD2(Double(pixels.width), Double(pixels.height))
        let ends = plan.processorValues(count: 1 + 4 * 1024) { [self] words in
            words.write(lines.lazy.compactMap { ClippedLine($0, size: size, margin: 64) })
        }
        let coverage = plan.values(
            "LineCoverage", images: [], values: [ends], parameters, count: pixels.width * pixels.height,
            groups: (64, 1), isCleared: true)
        return try plan.area(name, [], parameters, values: [coverage], size: pixels)
    }
}

extension MutableSpan<UInt32> {
    /// Writes the number of lines, and then the ends of as many as there is room for.
    fileprivate mutating func write(_ lines: some Sequence<ClippedLine>) {
        var count = 0
        for line in lines where 4 * count + 4 < self.count {
            for (place, number) in [line.start.x, line.start.y, line.end.x, line.end.y].enumerated() {
                self[1 + 4 * count + place] = Float(number).bitPattern
            }
            count += 1
        }
        self[0] = UInt32(count)
    }
}
