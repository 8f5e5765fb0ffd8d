import Testing

@testable import Filters

/// Tone curves and Photoshop's files of them.
@Suite struct ToneCurveTests {
    private func points(_ numbers: Float...) -> ControlPoints {
        ControlPoints(
            stride(from: 0, to: numbers.count, by: 2).map {
                ControlPoints.Point(numbers[$0], numbers[$0 + 1])
            })
    }

    private func file(version: Int = 4, _ curves: [[Int]]) -> [UInt8] {
        // In a file, a point's output comes first.
        let shorts = [version, curves.count] + curves.flatMap { [$0.count / 2] + $0 }
        return shorts.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }

    // MARK: Curves

    @Test func theCurveGoesThroughItsPoints() {
        let curve = points(0, 0.1, 0.3, 0.6, 0.45, 0.4, 0.8, 0.9, 1, 0.2)
        for point in curve.points { #expect(abs(curve.value(at: point.input) - point.output) < 1e-6) }
    }

    @Test func theDiagonalChangesNothing() {
        for curve in [ControlPoints.diagonal, points(0, 0, 0.5, 0.5, 1, 1), points()] {
            for step in 0...100 {
                let value = Float(step) / 100
                #expect(abs(curve.value(at: value) - value) < 1e-6)
            }
        }
    }

    @Test func aNaturalSplineIsStraightAtItsEnds() {
        let spline = Spline(points(0, 0.2, 0.4, 0.7, 0.6, 0.4, 1, 0.8))
        for place in [0.0005, 0.9985] {
            let values = (0..<3).map { spline.value(at: place + 0.0005 * Double($0)) }
            #expect(abs(values[0] - 2 * values[1] + values[2]) < 1e-7)
        }
    }

    @Test func slopesMeetAtThePoints() {
        let spline = Spline(points(0, 0.2, 0.4, 0.7, 0.6, 0.4, 1, 0.8))
        for place in [0.4, 0.6].map({ Double(Float($0)) }) {
            let left = (spline.value(at: place) - spline.value(at: place - 1e-5)) / 1e-5
            let right = (spline.value(at: place + 1e-5) - spline.value(at: place)) / 1e-5
            #expect(abs(left - right) < 1e-3)
        }
    }

    @Test func outsideThePointsTheCurveIsFlat() {
        let curve = points(0.3, 0.2, 0.7, 0.9)
        #expect(curve.value(at: 0) == 0.2)
        #expect(curve.value(at: 1) == 0.9)
        #expect(points(0.5, 0.25).value(at: 0.9) == 0.25)
    }

    @Test func aSteepCurveStaysWithinBounds() {
        let curve = points(0, 0, 0.49, 0, 0.5, 1, 0.51, 0, 1, 1)
        for step in 0...1000 { #expect((0...1).contains(curve.value(at: Float(step) / 1000))) }
    }

    @Test func pointsAreSortedAndUnfitOnesLeftOut() {
        let curve = points(1, 1, 0.5, 0.2, 0, 0, 0.5, 0.9, -1, 0.3, 0.7, 2, .nan, 0.5)
        #expect(curve == points(0, 0, 0.5, 0.2, 1, 1))
        #expect(ControlPoints((0..<40).map { ControlPoints.Point(Float($0) / 40, 0) }).points.count == 19)
    }

    @Test func numbersGiveThePointsBack() {
        let curve = points(0, 0.5, 0.25, 0.75, 1, 0)
        #expect(ControlPoints(components: curve.components) == curve)
        #expect(ControlPoints(components: []).points.isEmpty)
    }

    @Test func aCurveCanBeWrittenAsText() throws {
        let operation = try FilterText.operation("tone-curve:red-control-points=0/0.25/0.5/0.5/1/0.75")
        #expect((operation as? ToneCurve)?.redControlPoints == points(0, 0.25, 0.5, 0.5, 1, 0.75))
        #expect(throws: FilterError.self) { try FilterText.operation("tone-curve:redControlPoints=0/300") }
    }

    // MARK: Files

    @Test(arguments: [1, 4])
    func aFileHoldsTheCompositeCurveFirst(version: Int) throws {
        let straight = [0, 0, 255, 255]
        let curves = [[0, 0, 128, 51, 255, 255], straight, [51, 0, 204, 255], [255, 0, 0, 255], straight]
        let operation = ToneCurve()
        try operation.load(file(version: version, curves), name: "a.acv")
        #expect(operation.rgbCompositeControlPoints == points(0, 0, 0.2, 128 / 255, 1, 1))
        #expect(operation.redControlPoints == .diagonal)
        #expect(operation.greenControlPoints == points(0, 0.2, 1, 0.8))
        #expect(operation.blueControlPoints == points(0, 1, 1, 0))
    }

    @Test func aGreyPicturesFileHasOneCurve() throws {
        let curves = try CurveFile(file([[10, 0, 200, 255]]), name: "grey.acv")
        #expect(curves.composite == points(0, 10 / 255, 1, 200 / 255))
        #expect(curves.blue == .diagonal)
    }

    @Test func anEmptyCurveIsTheDiagonal() throws {
        #expect(try CurveFile(file([[]]), name: "empty.acv").composite == .diagonal)
    }

    @Test func whatStandsBehindTheCurvesIsLeftAlone() throws {
        let bytes = file([[0, 0, 255, 255]])
        #expect(try CurveFile(bytes + Array("Crv ".utf8), name: "a") == CurveFile(bytes, name: "a"))
    }

    @Test func brokenFilesAreRefusedWithTheReason() {
        func reason(_ bytes: [UInt8]) -> String? {
            do throws(FilterError) {
                _ = try CurveFile(bytes, name: "x.acv")
                return nil
            } catch {
                return error.description
            }
        }
        #expect(
            reason(file(version: 7, [[0, 0, 255, 255]]))
                == "x.acv: is no Photoshop curves file: its version is 7, not 1 or 4")
        #expect(
            reason([0, 4]) == "x.acv: ends before its number of curves; it may not have been copied whole")
        #expect(reason([0, 4, 0, 0]) == "x.acv: holds no curve")
        #expect(reason(file([[0, 0]])) == "x.acv: has 1 points in curve 1; a curve has 2 to 19")
        #expect(reason([0, 4, 0, 1, 0, 200]) == "x.acv: has 200 points in curve 1; a curve has 2 to 19")
        #expect(
            reason(file([[0, 0, 300, 255]]))
                == "x.acv: has the point (255, 300) in curve 1, which is not within 0…255")
    }

    @Test func aFileThatIsCutAnywhereIsRefused() {
        let bytes = file([[0, 0, 255, 255], [9, 0, 99, 128, 255, 255]])
        for count in bytes.indices {
            #expect(throws: FilterError.self) { try CurveFile(Array(bytes.prefix(count)), name: "cut") }
        }
    }

    @Test func aBrokenFileLeavesTheCurves() {
        let operation = ToneCurve()
        operation.redControlPoints = points(0, 1, 1, 0)
        #expect(throws: FilterError.self) { try operation.load([0, 4, 0, 9], name: "x.acv") }
        #expect(operation.redControlPoints == points(0, 1, 1, 0))
    }
}
