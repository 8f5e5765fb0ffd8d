import Frames
import Testing
import VulkanView

/// Divisions of windows against their definition, for sizes drawn by lot.
@Suite struct CellLayoutTests {
    private func sizes(_ count: Int, seed: Int) -> [PixelSize] {
        var noise = Noise(seed)
        return (0..<count).map { _ in
            PixelSize(
                width: Int.random(in: 1...300, using: &noise), height: Int.random(in: 1...300, using: &noise))
        }
    }

    @Test func everyPixelBelongsToExactlyOneCell() {
        var noise = Noise(11)
        for window in sizes(60, seed: 1) {
            let layout = CellLayout(
                columns: Int.random(in: 1...7, using: &noise), rows: Int.random(in: 1...7, using: &noise),
                in: window)
            var owners = [Int](repeating: 0, count: window.width * window.height)
            for cell in layout.cells {
                for y in cell.y..<cell.y + cell.size.height {
                    for x in cell.x..<cell.x + cell.size.width { owners[y * window.width + x] += 1 }
                }
            }
            #expect(owners.allSatisfy { $0 == 1 }, "\(layout)")
            #expect(layout.cells.count == layout.columns * layout.rows)
        }
    }

    @Test func cellsDifferByOnePixelAtMost() {
        var noise = Noise(12)
        for window in sizes(200, seed: 2) {
            let layout = CellLayout(
                columns: Int.random(in: 1...40, using: &noise), rows: Int.random(in: 1...40, using: &noise),
                in: window)
            let (widths, heights) = (layout.cells.map(\.size.width), layout.cells.map(\.size.height))
            #expect(widths.max()! - widths.min()! <= 1 && heights.max()! - heights.min()! <= 1)
        }
    }

    @Test func cellsComeRowByRow() {
        let layout = CellLayout(columns: 3, rows: 2, in: PixelSize(width: 10, height: 5))
        #expect(layout.cells.map(\.x) == [0, 3, 6, 0, 3, 6])
        #expect(layout.cells.map(\.y) == [0, 0, 0, 2, 2, 2])
        #expect(layout[5].size == PixelSize(width: 4, height: 3))
        #expect(
            CellLayout.row(of: 4, in: PixelSize(width: 3, height: 1)).cells.map(\.size.width) == [0, 1, 1, 1])
    }

    /// The area of a picture that fits a cell, before rounding, as a fraction of floating point.
    private func width(_ columns: Int, _ rows: Int, _ aspect: Rational, _ window: PixelSize) -> Double {
        min(
            Double(window.width) / Double(columns), Double(window.height) / Double(rows) * aspect.value)
    }

    @Test func theGridShowsPicturesAtTheLargestSize() {
        var noise = Noise(13)
        for window in sizes(150, seed: 3) {
            let count = Int.random(in: 1...17, using: &noise)
            let aspect = Rational(
                Int.random(in: 1...20, using: &noise), Int.random(in: 1...20, using: &noise))
            let grid = CellLayout.grid(of: count, aspect: aspect, in: window)
            let chosen = width(grid.columns, grid.rows, aspect, window)
            #expect(grid.count >= count && (grid.rows - 1) * grid.columns < count)
            for columns in 1...count {
                for rows in 1...count where columns * rows >= count {
                    let other = width(columns, rows, aspect, window)
                    #expect(chosen > other - 1e-9, "\(columns)x\(rows) is better than \(grid)")
                    if abs(chosen - other) < 1e-9 {
                        #expect(grid.count <= columns * rows, "\(columns)x\(rows) has fewer cells")
                    }
                }
            }
        }
    }

    @Test func commonGridsAreThoseThatPeopleExpect() {
        let wide = PixelSize(width: 1920, height: 1080)
        func shape(_ count: Int, _ window: PixelSize) -> [Int] {
            let grid = CellLayout.grid(of: count, in: window)
            return [grid.columns, grid.rows]
        }
        #expect((1...6).map { shape($0, wide) } == [[1, 1], [2, 1], [2, 2], [2, 2], [3, 2], [3, 2]])
        #expect(shape(9, wide) == [3, 3])
        #expect(shape(2, PixelSize(width: 500, height: 1000)) == [1, 2])
        #expect(shape(3, PixelSize(width: 3000, height: 500)) == [3, 1])
    }

    @Test func whatMakesNoSenseCountsAsTheLeast() {
        let window = PixelSize(width: 8, height: 8)
        #expect(CellLayout(columns: 0, rows: -3, in: window).cells == [.init(x: 0, y: 0, size: window)])
        #expect(CellLayout.grid(of: 0, aspect: Rational(-1), in: window).count == 1)
        let nothing = CellLayout.grid(of: 3, in: PixelSize(width: -1, height: 0))
        #expect(nothing.cells.allSatisfy { $0.size.isEmpty })
    }

    @Test func sizesAndCountsThatNoWindowHasAreTakenForTheNearest() {
        let huge = PixelSize(width: .max, height: .max)
        let grid = CellLayout(columns: .max, rows: .max, in: huge)
        #expect(grid.count == 1 << 32 && grid[grid.count - 1].size.width > 0)
        #expect(CellLayout.row(of: .max, in: huge).count == 1 << 16)
        #expect(CellLayout.row(of: -1, in: PixelSize(width: .min, height: -1))[0].size.width == 0)
    }
}
