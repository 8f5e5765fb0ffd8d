import Testing

@testable import Bench

struct FrameMarkTests {
    /// A mark as a screen of another size shows it: scaled by the nearest pixel or smoothly, with other colours and noise.
    private struct Screen {
        var luma: [UInt8]
        var sourceWidth: Int
        var width: Int
        var noise = 0
        var black = 16.0
        var white = 235.0

        init(_ mark: FrameMark, sourceWidth: Int = 1920, width: Int = 1920) {
            self.sourceWidth = sourceWidth
            self.width = width
            luma = [UInt8](repeating: 90, count: sourceWidth * 120)
            luma.withUnsafeMutableBufferPointer { mark.paint(into: $0, width: sourceWidth) }
        }

        func brightness(_ x: Int, _ y: Int) -> Int {
            let scale = Double(sourceWidth) / Double(width)
            let (u, v) = ((Double(x) + 0.5) * scale - 0.5, (Double(y) + 0.5) * scale - 0.5)
            let (left, top) = (max(0, Int(u)), max(0, Int(v)))
            let (right, bottom) = (u - Double(left), v - Double(top))
            let at = { (x: Int, y: Int) in Double(luma[y * sourceWidth + x]) }
            let upper = at(left, top) * (1 - right) + at(left + 1, top) * right
            let lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
            let value = (upper * (1 - bottom) + lower * bottom - 16) / 219
            let shift = noise == 0 ? 0 : Int.random(in: -noise...noise)
            return min(255, max(0, Int(black + value * (white - black)) + shift))
        }

        func read() -> FrameMark? { FrameMark.read(width: width) { brightness($0, $1) } }
    }

    private static let marks = [
        FrameMark(number: 0, microseconds: 0), FrameMark(number: .max, microseconds: 0xffff_ffff_ffff),
        FrameMark(number: 1_234_567, microseconds: 98_765_432_109),
    ]

    @Test(arguments: marks)
    func cellsGiveTheMarkBack(_ mark: FrameMark) {
        #expect(mark.cells.count == FrameMark.columns * FrameMark.rows)
        #expect(FrameMark(cells: mark.cells) == mark)
    }

    @Test(arguments: marks, [640, 800, 1280, 1366, 1920, 3840])
    func isReadAtEverySize(_ mark: FrameMark, _ width: Int) {
        let screen = Screen(mark, width: width)
        #expect(screen.read() == mark)
    }

    @Test(arguments: marks)
    func isReadThroughOtherColorsAndNoise(_ mark: FrameMark) {
        for (black, white) in [(0.0, 255.0), (16, 235), (40, 180), (0, 90)] {
            var screen = Screen(mark, width: 1280)
            (screen.black, screen.white, screen.noise) = (black, white, 25)
            #expect(screen.read() == mark, "black \(black), white \(white)")
        }
    }

    @Test func everyDamagedCellIsNoticed() {
        let cells = Self.marks[2].cells
        for place in cells.indices {
            var damaged = cells
            damaged[place].toggle()
            #expect(FrameMark(cells: damaged) == nil, "cell \(place)")
        }
    }

    @Test func everyDamagedRunOfCellsIsNoticed() {
        // A cyclic redundancy check of 16 bits finds every run of up to 16 wrong bits: here half of one mark, half of the next.
        let (old, new) = (Self.marks[0].cells, Self.marks[2].cells)
        for place in 1..<old.count where Array(old[..<place] + new[place...]) != new {
            guard Array(old[..<place] + new[place...]) != old else { continue }
            #expect(FrameMark(cells: Array(old[..<place] + new[place...])) == nil, "torn at \(place)")
        }
    }

    @Test func aPictureWithoutAMarkHasNone() {
        #expect(FrameMark.read(width: 1280) { _, _ in 128 } == nil)
        #expect(FrameMark.read(width: 1280) { x, y in (x * 7 + y * 13) % 256 } == nil)
        #expect(FrameMark(cells: []) == nil)
    }

    @Test func theMarkLiesInsideThePartThatIsCopied() {
        for width in [640, 1280, 1920] {
            let size = FrameMark.size(inWidth: width)
            _ = FrameMark.read(width: width) { x, y in
                #expect(x >= 0 && x < size.width && y >= 0 && y < size.height)
                return 0
            }
        }
    }
}
