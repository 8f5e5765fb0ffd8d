import Testing

@testable import Filters

/// Lines cut at the picture, without a device.
@Suite struct ClippedLineTests {
    let size = SIMD2(100.0, 50.0)

    private func clip(_ line: Line) -> ClippedLine? { ClippedLine(line, size: size, margin: 10) }

    @Test func aSegmentInsideStays() {
        let clipped = clip(.segment(Position(0.25, 0.5), Position(0.75, 1)))
        #expect(clipped == ClippedLine(start: SIMD2(25, 25), end: SIMD2(75, 50)))
    }

    @Test func anInfiniteLineGoesFromEdgeToEdge() throws {
        let flat = try #require(clip(.infinite(slope: 0, intercept: 0.5)))
        #expect(isNear(flat.start, SIMD2(-10, 25)) && isNear(flat.end, SIMD2(110, 25)))
        let upright = try #require(clip(.infinite(slope: .infinity, intercept: 0.5)))
        #expect(isNear(upright.start, SIMD2(50, -10)) && isNear(upright.end, SIMD2(50, 60)))
        let steep = try #require(clip(.infinite(slope: 1e6, intercept: -0.5e6)))
        #expect(isNear(steep.start, SIMD2(50, -10)) && isNear(steep.end, SIMD2(50, 60)))
    }

    @Test func whatDoesNotReachThePictureGoes() {
        #expect(clip(.segment(Position(-3, 0.5), Position(-1, 0.5))) == nil)
        #expect(clip(.infinite(slope: 0, intercept: 3)) == nil)
        #expect(clip(.segment(Position(-1, 0), Position(1, -4))) == nil)
    }

    @Test func aPointIsALineOfNoLength() {
        let point = Line(from: Position(0.5, 0.5), to: Position(0.5, 0.5), isInfinite: true)
        #expect(clip(point) == ClippedLine(start: SIMD2(50, 25), end: SIMD2(50, 25)))
    }

    @Test func endlessNumbersAreNoLine() {
        #expect(clip(.segment(Position(.nan, 0), Position(1, 1))) == nil)
        #expect(clip(.segment(Position(0, 0), Position(1, .infinity))) == nil)
    }

    @Test func listsAreMadeOfTheirElementsNumbers() {
        let lines = [Line.segment(Position(1, 2), Position(3, 4)), .infinite(slope: 1, intercept: 0)]
        #expect([Line](components: lines.components) == lines)
        #expect([Position](components: [1, 2, 3]) == [Position(1, 2)])
        #expect([Position](components: []) == [])
    }

    private func isNear(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Bool {
        abs(one.x - other.x) + abs(one.y - other.y) < 1e-3
    }
}
