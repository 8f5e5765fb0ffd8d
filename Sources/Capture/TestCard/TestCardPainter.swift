internal import Frames

/// Paints the test card into memory: the still bands once per buffer, the moving ones for every frame.
struct TestCardPainter {
    let layout: FrameLayout
    private let rows: TestCardRows
    private var encoder: RowEncoder
    private var pixels: [RGBColor]

    /// Prepares to paint.
    ///
    /// - Parameters:
    ///   - layout: Where the planes lie; no compressed format.
    ///   - rate: Frames per second, for the pace of what moves.
    ///   - color: What the numbers shall mean.
    init(layout: FrameLayout, rate: Rational, color: ColorDescription) {
        self.layout = layout
        rows = TestCardRows(width: layout.size.width, rate: rate)
        encoder = RowEncoder(format: layout.format, width: layout.size.width, color: color)
        pixels = Array(repeating: RGBColor(grey: 0), count: layout.size.width)
    }

    /// Paints what is the same in all frames.
    mutating func paintStill(into bytes: UnsafeMutableRawBufferPointer) {
        for band in [TestCard.Band.bars, .ramp, .patches] { unsafe paint(band, number: 0, into: bytes) }
    }

    /// Paints what belongs to one frame.
    ///
    /// - Parameters:
    ///   - number: The frame's number.
    ///   - bytes: A buffer that holds the still part.
    mutating func paintMoving(_ number: UInt32, into bytes: UnsafeMutableRawBufferPointer) {
        for band in [TestCard.Band.comet, .counter] { unsafe paint(band, number: number, into: bytes) }
    }

    private mutating func paint(
        _ band: TestCard.Band, number: UInt32, into bytes: UnsafeMutableRawBufferPointer
    ) {
        let lines = band.rows(height: layout.size.height)
        guard !lines.isEmpty else { return }
        rows.fill(&pixels, band, number: number)
        encoder.encode(pixels)
        for (index, place) in layout.planes.enumerated() {
            let shared = layout.format.planes[index].rows
            for line in lines.lowerBound / shared..<(lines.upperBound + shared - 1) / shared {
                let start = place.offset + line * place.stride
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).copyBytes(
                    from: encoder.rows[index])
            }
        }
    }
}
