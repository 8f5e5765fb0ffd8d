import Filters
import Testing

/// What generators draw, apart from any reference.
@Suite struct GeneratorTests {
    let studio: FilterStudio

    init() throws { studio = try FilterStudio() }

    @Test(arguments: [(1, 1), (33, 17), (64, 48)]) func theSizeIsAsAsked(width: Int, height: Int) throws {
        let color = SolidColorGenerator(width: width, height: height)
        color.color = Color(red: 1, green: 0.2, blue: 0, alpha: 0.4)
        let picture = try studio.run(color, [])
        #expect((picture.width, picture.height) == (width, height))
        #expect(picture.bytes == (0..<width * height).flatMap { _ in [255, 51, 0, 102] as [UInt8] })
    }

    @Test func aCircleIsRoundInAWidePicture() throws {
        let circle = CircleGenerator(width: 160, height: 60)
        circle.center = Position(0.25, 0.5)
        let wide = try studio.run(circle, [])
        let area = stride(from: 0, to: wide.bytes.count, by: 4).map { Double(wide.bytes[$0]) / 255 }.reduce(
            0, +)
        #expect(abs(area - Double.pi * 15 * 15) < 5)
        // Through the middle, it is as wide as it is high.
        let row = (0..<160).filter { wide[$0, 30][0] > 127 }.count
        let column = (0..<60).filter { wide[40, $0][0] > 127 }.count
        #expect(row == column && row == 30)
    }

    @Test func aSettingShowsInTheNextPicture() throws {
        let lines = LineGenerator(width: 40, height: 30)
        #expect(try studio.run(lines, []).alpha.allSatisfy { $0 == 0 })
        lines.lines = [.segment(Position(0.1, 0.5), Position(0.9, 0.5))]
        lines.lineColor = .blue
        let drawn = try studio.run(lines, [])
        #expect(drawn[20, 15] == [0, 0, 255, 128] && drawn[20, 14] == [0, 0, 255, 128])
        #expect(drawn[1, 15][3] == 0)
        lines.lines = []
        #expect(try studio.run(lines, []).alpha.allSatisfy { $0 == 0 })
    }

    @Test func steepAndFlatLinesAreEachOtherTurned() throws {
        let flat = LineGenerator(width: 48, height: 48)
        let steep = LineGenerator(width: 48, height: 48)
        for generator in [flat, steep] { generator.lineWidth = 3 }
        flat.lines = [
            .infinite(slope: 0.3, intercept: 0.2), .segment(Position(0.2, 0.9), Position(0.7, 0.8)),
        ]
        steep.lines = [
            Line(from: Position(0.2, 0), to: Position(0.5, 1), isInfinite: true),
            .segment(Position(0.9, 0.2), Position(0.8, 0.7)),
        ]
        #expect(try studio.run(flat, []).transposed.distance(to: studio.run(steep, [])) <= 1)
    }

    @Test func anUprightLineStandsWhereItCrossesTheEdge() throws {
        let lines = LineGenerator(width: 40, height: 30)
        lines.lines = [.infinite(slope: .infinity, intercept: 0.5125)]
        let drawn = try studio.run(lines, [])
        #expect(
            (0..<30).allSatisfy { drawn[20, $0][3] == 255 && drawn[17, $0][3] == 0 && drawn[23, $0][3] == 0 })
    }

    @Test func linesThatAreNoneAreSurvived() throws {
        let lines = LineGenerator(width: 40, height: 30)
        lines.lineWidth = 1e30
        lines.lines = [
            .infinite(slope: .nan, intercept: 0), .infinite(slope: 1e38, intercept: -1e38),
            .segment(Position(.infinity, 0), Position(0, 0)), .segment(Position(-1e30, 5), Position(1e30, 9)),
        ]
        _ = try studio.run(lines, [])
        let crosses = CrosshairGenerator(width: 40, height: 30)
        crosses.crosshairWidth = .infinity
        crosses.positions = [Position(.nan, 0), Position(.infinity, 0), Position(1e30, -1e30)]
        #expect(try studio.run(crosses, []).alpha.allSatisfy { $0 == 0 })
    }

    @Test func aCrossHasItsMiddleInThePixelOfItsPlace() throws {
        let crosses = CrosshairGenerator(width: 40, height: 30)
        crosses.positions = [Position(0.26, 0.51)]
        let drawn = try studio.run(crosses, [])
        let marked = (0..<40 * 30).filter { drawn.alpha[$0] == 255 }
        let wanted = (0..<40 * 30).filter { index in
            let (dx, dy) = (abs(index % 40 - 10), abs(index / 40 - 15))
            return dx == 0 && dy <= 2 || dy == 0 && dx <= 2
        }
        #expect(marked == wanted)
    }

    @Test func whatIsTooMuchIsLeftOut() throws {
        let crosses = CrosshairGenerator(width: 64, height: 64)
        crosses.positions = Array(repeating: Position(0.25, 0.5), count: 4096) + [Position(0.75, 0.5)]
        let marked = try studio.run(crosses, [])
        #expect(marked[16, 32][3] == 255 && marked[48, 32][3] == 0)
        let lines = LineGenerator(width: 64, height: 64)
        let upright = Array(repeating: Line.infinite(slope: .infinity, intercept: 0.3), count: 1024)
        lines.lines = upright + [.infinite(slope: .infinity, intercept: 0.7)]
        let drawn = try studio.run(lines, [])
        #expect(drawn[19, 5][3] > 0 && drawn[44, 5][3] == 0)
    }

    @Test func noiseIsNothingAtTheCornersOfItsCells() throws {
        let noise = PerlinNoise(width: 20, height: 16)
        // Two cells a pixel: centres of pixels are corners of cells.
        noise.scale = 32
        #expect(try studio.run(noise, []).distance(to: flat(128, 20, 16)) <= 1)
        noise.scale = 0
        #expect(try studio.run(noise, []).distance(to: flat(128, 20, 16)) <= 1)
    }

    @Test func anotherSeedGivesOtherClouds() throws {
        let noise = PerlinNoise(width: 64, height: 64)
        let first = try studio.run(noise, [])
        #expect(first.deviation > 30)
        noise.seed = 1
        let second = try studio.run(noise, [])
        #expect(first.distance(to: second) > 100)
        noise.seed = 0
        #expect(try studio.run(noise, []) == first)
    }

    @Test func squaresAlternate() throws {
        let board = CheckerboardGenerator(width: 9, height: 7)
        board.squareSize = 2
        let picture = try studio.run(board, [])
        for y in 0..<7 {
            for x in 0..<9 {
                #expect(picture[x, y][0] == ((x / 2 + y / 2) % 2 == 0 ? 255 : 0))
            }
        }
        board.squareSize = -5
        #expect(try studio.run(board, [])[1, 0][0] == 0)
    }

    private func flat(_ level: UInt8, _ width: Int, _ height: Int) -> TestPicture {
        TestPicture(
            width: width, height: height,
            bytes: (0..<width * height).flatMap { _ in [level, level, level, 255] })
    }
}
