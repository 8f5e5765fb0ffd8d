internal import Frames

/// The one row that each band of the test card consists of.
struct TestCardRows {
    private let width: Int
    /// The number of frames in which the comet crosses the picture.
    private let period: UInt32

    init(width: Int, rate: Rational) {
        self.width = width
        period = UInt32(clamping: max(2, Int((rate.value * 4).rounded())))
    }

    /// Fills `row` with a band's pixels.
    ///
    /// - Parameters:
    ///   - row: The row; as many pixels as the picture is wide.
    ///   - band: The band.
    ///   - number: The frame's number; matters for the moving bands only.
    func fill(_ row: inout [RGBColor], _ band: TestCard.Band, number: UInt32 = 0) {
        switch band {
        case .bars: fill(&row, cells: TestCard.bars)
        case .patches: fill(&row, cells: TestCard.patches)
        case .ramp:
            for x in row.indices { row[x] = RGBColor(grey: UInt8(x * 255 / max(1, width - 1))) }
        case .counter:
            let bits = TestCard.counterBits(number)
            for x in row.indices {
                let isWhite = TestCard.isWhite(cell: x * TestCard.counterCellCount / width, of: bits)
                row[x] = RGBColor(grey: isWhite ? 255 : 0)
            }
        case .comet: fillComet(&row, number: number)
        }
    }

    private func fill(_ row: inout [RGBColor], cells: [RGBColor]) {
        for x in row.indices { row[x] = cells[x * cells.count / width] }
    }

    private func fillComet(_ row: inout [RGBColor], number: UInt32) {
        let tail = max(1, width / 4)
        let position = Int(UInt64(number % period) * UInt64(width) / UInt64(period))
        for x in row.indices {
            let distance = position >= x ? position - x : position - x + width
            let strength = max(0, tail - distance)
            row[x] = RGBColor(
                mix(TestCard.background.red, TestCard.head.red, strength, tail),
                mix(TestCard.background.green, TestCard.head.green, strength, tail),
                mix(TestCard.background.blue, TestCard.head.blue, strength, tail))
        }
    }

    private func mix(_ low: UInt8, _ high: UInt8, _ strength: Int, _ whole: Int) -> UInt8 {
        UInt8(Int(low) + (Int(high) - Int(low)) * strength / whole)
    }
}
