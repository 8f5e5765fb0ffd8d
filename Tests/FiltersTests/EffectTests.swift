import Filters
import Testing

/// What effects promise whatever the picture.
@Suite struct EffectTests {
    let studio: FilterStudio

    init() throws { studio = try FilterStudio() }

    @Test(arguments: [0, 1, 2])
    func kuwaharaKeepsAStepEdge(direction: Int) throws {
        let picture = TestPicture(61, 43) { x, y in
            let isDark = [x < 29, y < 20, x + y < 50][direction]
            return isDark ? [30, 80, 20, 255] : [220, 140, 90, 255]
        }
        for radius: Float in [1, 3, 7] {
            #expect(try studio.run("KuwaharaFilter", [picture], ["radius": [radius]]) == picture)
        }
        #expect(try studio.run("KuwaharaRadius3Filter", [picture]) == picture)
    }

    @Test func kuwaharaTakesTheCalmestSquare() throws {
        // Only the lower right of the middle is calm.
        let noise = TestPicture.noise(15, 15)
        let picture = TestPicture(15, 15) { x, y in
            x >= 7 && y >= 7 ? [100, 120, 140, 255] : noise.pixel(x, y)
        }
        #expect(try studio.run("KuwaharaFilter", [picture]).pixel(7, 7) == [100, 120, 140, 255])
    }

    @Test func kuwaharaHasNoFavouriteSquare() throws {
        let ramp = TestPicture.grey(40, 30) { x, y in UInt8(3 * x + 2 * y) }
        let painted = try studio.run("KuwaharaFilter", [ramp])
        #expect(try studio.run("KuwaharaFilter", [ramp.turned]).distance(to: painted.turned) <= 1)
        #expect(try studio.run("KuwaharaFilter", [ramp.mirrored]).distance(to: painted.mirrored) <= 1)
    }

    @Test func aCGAPictureHasFourColors() throws {
        let palette: Set<TestPicture.Pixel> = [
            [0, 0, 0, 255], [85, 255, 255, 255], [255, 85, 255, 255], [255, 255, 255, 255],
        ]
        for size in [(640, 360), (90, 160), (7, 5)] {
            let picture = try studio.run("CGAColorspaceFilter", [.noise(size.0, size.1)])
            #expect(Set(picture.pixels).isSubset(of: palette))
        }
        for color in palette {
            let picture = TestPicture(9, 9) { _, _ in color }
            #expect(try studio.run("CGAColorspaceFilter", [picture]) == picture)
        }
    }

    @Test func aCGAPictureHas320CellsAlongItsLongerSide() throws {
        for (picture, cell) in [(TestPicture.noise(1280, 800), (4, 4)), (.noise(400, 640), (2, 2))] {
            let seen = try studio.run("CGAColorspaceFilter", [picture])
            let cells = TestPicture(picture.width, picture.height) { x, y in
                seen.pixel(x / cell.0 * cell.0, y / cell.1 * cell.1)
            }
            #expect(seen == cells)
        }
    }

    @Test(arguments: [0.25, 0.5, 0.75])
    func anInvertedOrTurnedPictureHasTheSameOutlines(threshold: Float) throws {
        let picture = TestPicture.noise(33, 21)
        let ink = ("ThresholdSketchFilter", ["threshold": [threshold], "edgeStrength": [0.5]])
        for (name, settings) in [("SketchFilter", [:]), ink] {
            func drawn(_ picture: TestPicture) throws -> TestPicture {
                try studio.run(name, [picture], settings)
            }
            let drawing = try drawn(picture)
            #expect(Set(drawing.pixels).count > 1)
            #expect(try drawn(picture.negative).distance(to: drawing) <= 1)
            #expect(try drawn(picture.transposed).distance(to: drawing.transposed) <= 1)
            #expect(try drawn(picture.turned.turned).distance(to: drawing.turned.turned) <= 1)
        }
    }

    @Test func colorsOfOneLuminanceHaveNoOutline() throws {
        // 0.2125 · 220 ≈ 0.7154 · 65; red alone would draw a strong line.
        let picture = TestPicture(20, 10) { x, _ in x < 10 ? [220, 0, 0, 255] : [0, 65, 0, 255] }
        let drawing = try studio.run("SketchFilter", [picture])
        #expect(drawing.pixels.allSatisfy { $0.x >= 252 })
    }

    @Test func aToonHasFewColorsAndBlackOutlines() throws {
        let picture = TestPicture.grey(60, 8) { x, _ in x < 30 ? UInt8(3 * x) : 200 }
        let drawn = try studio.run("ToonFilter", [picture], ["quantizationLevels": [2]])
        #expect(Set(drawn.pixels.map(\.x)).isSubset(of: [0, 128, 255]))
        #expect(drawn.pixel(28, 4) == [128, 128, 128, 255])
        #expect(drawn.pixel(29, 4) == [0, 0, 0, 255] && drawn.pixel(30, 4) == [0, 0, 0, 255])
        #expect(drawn.pixel(31, 4) == [255, 255, 255, 255])
    }

    @Test(arguments: FilterStudio.kinds) func aMosaicShowsTheTilesOfItsSecondPicture(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        // Four tiles of 3×3 pixels of one colour each, side by side.
        let colors: [TestPicture.Pixel] = [
            [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255],
        ]
        let tiles = TestPicture(12, 3) { x, _ in colors[x / 3] }
        let picture = TestPicture.grey(64, 16) { x, _ in [10, 100, 150, 250][x / 16] }
        let mosaic = Mosaic(takesTiles: true)
        mosaic.displayTileSize = Size2D(width: 0.125, height: 0.125)
        mosaic.inputTileSize = Size2D(width: 0.25, height: 1)
        (mosaic.numberOfTiles, mosaic.colorOn) = (4, false)
        #expect(mosaic.input.maximum == 2)
        let plain = try studio.run(mosaic, [picture, tiles])
        #expect(plain == TestPicture(64, 16) { x, _ in colors[x / 16] })
        mosaic.colorOn = true
        let painted = try studio.run(mosaic, [picture, tiles])
        #expect(painted.pixel(24, 8) == [0, 100, 0, 255] && painted.pixel(40, 8) == [0, 0, 150, 255])
        // Of more tiles than there is room for, those count that there are.
        (mosaic.numberOfTiles, mosaic.colorOn) = (64, false)
        #expect(try studio.run(mosaic, [picture, tiles]) == plain)
        mosaic.takesTiles = false
        #expect(
            try studio.run(mosaic, [picture])
                == studio.run("Mosaic", [picture], ["displayTileSize": [0.125, 0.125], "colorOn": [0]]))
    }

    @Test func aMosaicIsAsLightAsThePicture() throws {
        let settings: [String: [Float]] = ["displayTileSize": [0.25, 0.25], "colorOn": [0]]
        var before = -1.0
        for code in stride(from: 0, through: 255, by: 15) {
            let picture = try studio.run("Mosaic", [.grey(64, 48) { _, _ in UInt8(code) }], settings)
            let lightness = picture.pixels.map { Double($0.x) / 255 }.reduce(0, +) / Double(64 * 48)
            #expect(abs(lightness - Double(code) / 255) <= 1.0 / 32)
            #expect(lightness > before)
            before = lightness
        }
    }

    @Test func aVoronoiCellIsNearestToItsSeed() throws {
        let (width, height) = (211, 117)
        let places = TestPicture.noise(37, 1, seed: 5).pixels.map { pixel in
            (x: Int(pixel.x) * width / 256, y: Int(pixel.y) * height / 256)
        }
        let seeds = TestPicture.grey(width, height) { x, y in
            places.contains { $0 == (x, y) } ? 255 : 40
        }
        let voronoi = try studio.run("JFAVoronoi", [seeds])
        let picture = TestPicture.noise(width, height, seed: 9)
        let window = try studio.run("VoronoiConsumer", [picture, voronoi])
        var wrong = 0
        for y in 0..<height {
            for x in 0..<width {
                func distance(_ place: (x: Int, y: Int)) -> Int {
                    (place.x - x) * (place.x - x) + (place.y - y) * (place.y - y)
                }
                let nearest = places.map(distance).min() ?? 0
                let panes = places.filter { distance($0) == nearest }.map { picture.pixel($0.x, $0.y) }
                if !panes.contains(window.pixel(x, y)) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test func withoutSeedsAWindowShowsThePicture() throws {
        let picture = TestPicture.noise(67, 31)
        let voronoi = try studio.run("JFAVoronoi", [.grey(67, 31) { _, _ in 0 }])
        #expect(try studio.run("VoronoiConsumer", [picture, voronoi]) == picture)
    }
}
