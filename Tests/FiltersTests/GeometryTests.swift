import Filters
import Testing

/// What crops, turns and new sizes promise.
@Suite struct GeometryTests {
    let studio: FilterStudio
    let noise = TestPicture.noise(30, 22)

    init() throws { studio = try FilterStudio() }

    private func transformed(_ matrix: [Float], _ settings: [String: [Float]] = [:]) throws -> TestPicture {
        try studio.run(
            "TransformOperation", [noise], settings.merging(["transform": matrix]) { $1 })
    }

    @Test func aCropIsTheRectangleThatWasAsked() throws {
        for (place, corner) in [([4, 9], (4, 9)), ([-1, -1], (9, 5)), ([99, 3], (18, 3))]
            as [([Float], (Int, Int))]
        {
            let crop = try studio.run(
                "Crop", [noise], ["cropSizeInPixels": [12, 11], "locationOfCropInPixels": place])
            #expect(crop == TestPicture(12, 11) { x, y in noise.pixel(corner.0 + x, corner.1 + y) })
        }
        #expect(try studio.run("Crop", [noise], ["cropSizeInPixels": [500, 500]]) == noise)
    }

    @Test func aMirroringMatrixMirrors() throws {
        #expect(try transformed([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]) == noise.mirrored)
        #expect(
            try transformed([-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]) == noise.turned.turned)
    }

    @Test func aQuarterTurnIsCounterClockwiseAndKeepsShapes() throws {
        let turned = try transformed([0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
        // 22 of 30 columns fit, 4 on each side are background, as 4 rows are cut off above and below.
        let expected = TestPicture(30, 22) { x, y in
            x < 4 || x >= 26 ? [0, 0, 0, 255] : noise.pixel(29 - (y + 4), x - 4)
        }
        #expect(turned.distance(to: expected) <= 1)
    }

    @Test func aMoveGoesRightAndUp() throws {
        // 2 / 30 is a pixel.
        let moved = try transformed(
            [1, 0, 0, 6.0 / 30, 0, 1, 0, 4.0 / 30, 0, 0, 1, 0, 0, 0, 0, 1],
            ["backgroundColor": [1, 0, 0, 0.2]])
        let expected = TestPicture(30, 22) { x, y in
            x < 3 || y >= 20 ? [255, 0, 0, 51] : noise.pixel(x - 3, y + 2)
        }
        #expect(moved.distance(to: expected) <= 1)
    }

    @Test func aFlatOrHiddenPictureShowsTheBackground() throws {
        let background = TestPicture(30, 22) { _, _ in [0, 0, 255, 255] }
        for matrix: [Float] in [
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1],
            [1, 0, 0, 9, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
            [.nan, 0, 0, 0, 0, .infinity, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        ] {
            #expect(try transformed(matrix, ["backgroundColor": [0, 0, 1, 1]]) == background)
        }
    }

    @Test func aNewSizeKeepsTheShapeWhenOneSideIsLeftOpen() throws {
        for (wanted, size) in [([15, 0], (15, 11)), ([0, 44], (60, 44)), ([7, 5], (7, 5))]
            as [([Float], (Int, Int))]
        {
            let result = try studio.run("LanczosResampling", [noise], ["outputSize": wanted])
            #expect((result.width, result.height) == size)
        }
    }

    @Test func aSmallerPictureIsAsBright() throws {
        let light = { (picture: TestPicture) in
            picture.pixels.map { Double($0.y) }.reduce(0, +) / Double(picture.pixels.count)
        }
        for lobes: Float in [2, 3] {
            let small = try studio.run(
                "LanczosResampling", [noise], ["outputSize": [9, 0], "lobes": [lobes]])
            #expect(abs(light(small) - light(noise)) < 4)
        }
    }

    @Test func enlargingAndReducingGivesThePictureBack() throws {
        let smooth = TestPicture.grey(40, 30) { x, y in UInt8(3 * x + 4 * y) }
        let large = try studio.run("LanczosResampling", [smooth], ["outputSize": [120, 90], "lobes": [3]])
        let back = try studio.run("LanczosResampling", [large], ["outputSize": [40, 30], "lobes": [3]])
        #expect(back.distance(to: smooth) <= 6)
    }
}
