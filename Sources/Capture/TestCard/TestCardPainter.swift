internal import Frames

/// A painter of the test card: the still bands once per buffer, the moving ones for every frame.
struct TestCardPainter {
    let layout: FrameLayout
    private let rows: TestCardRows
    private var encoder: RowEncoder
    private var pixels: [RGBColor]

    /// Prepares to paint.
    ///
    /// - Parameters:
    ///   - layout: The places of the planes; no compressed format.
    ///   - rate: The number of frames per second, for the pace of the moving bands.
    ///   - color: The meaning that the numbers shall have.
    init(layout: FrameLayout, rate: Rational, color: ColorDescription) {
        self.layout = layout
        rows = TestCardRows(width: layout.size.width, rate: rate)
        encoder = RowEncoder(format: layout.format, width: layout.size.width, color: color)
        pixels = Array(repeating: RGBColor(grey: 0), count: layout.size.width)
    }

    /// Paints the bands that are equal in all frames.
    mutating func paintStill(into bytes: UnsafeMutableRawBufferPointer) {
        for band in [TestCard.Band.bars, .ramp, .patches] { unsafe paint(band, number: 0, into: bytes) }
    }

    /// Paints the bands that differ from frame to frame.
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
                    from: encoder.row(line, of: index))
            }
        }
    }
}
