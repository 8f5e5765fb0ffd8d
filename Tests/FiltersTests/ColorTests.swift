import Foundation
import PictureFiles
import Testing

@testable import Filters

/// What colour operations promise whatever the picture.
@Suite struct ColorTests {
    let studio: FilterStudio

    init() throws { studio = try FilterStudio() }

    private static let neutral: [(String, [String: [Float]])] = [
        ("BrightnessAdjustment", [:]), ("ExposureAdjustment", [:]), ("ContrastAdjustment", [:]),
        ("SaturationAdjustment", [:]), ("GammaAdjustment", [:]), ("LevelsAdjustment", [:]),
        ("ToneCurve", [:]),
        ("ColorMatrixFilter", [:]), ("RGBAdjustment", [:]), ("HSBAdjustment", [:]), ("WhiteBalance", [:]),
        ("HighlightsAndShadows", [:]), ("HueAdjustment", ["hue": [0]]), ("HueAdjustment", ["hue": [360]]),
        ("Vibrance", [:]), ("SkinTone", [:]), ("MonochromeFilter", ["intensity": [0]]),
        ("Haze", ["distance": [0]]), ("SepiaToneFilter", ["intensity": [0]]), ("OpacityAdjustment", [:]),
        ("LuminanceRangeReduction", ["rangeReductionFactor": [0]]), ("Solarize", ["threshold": [1]]),
        ("Posterize", ["colorLevels": [255]]), ("ChromaKeying", ["thresholdSensitivity": [-1]]),
        ("HighlightAndShadowTint", [:]), ("ColorTableFilter", [:]), ("BleachBypassLook", ["intensity": [0]]),
        ("TealAndOrangeLook", ["intensity": [0]]), ("FadedFilmLook", ["intensity": [0]]),
    ]

    @Test(arguments: neutral)
    func neutralParametersGiveThePictureBack(name: String, settings: [String: [Float]]) throws {
        let picture = TestPicture.noise(3)
        #expect(try studio.run(name, [picture], settings) == picture)
    }

    @Test func alphaStaysWhereItIsNotTheSubject() throws {
        let picture = TestPicture.noise(4)
        // The veil's blur is of the opacity, too.
        let others = ["OpacityAdjustment", "ChromaKeying", "SoftElegance"]
        for entry in Catalog.color where !others.contains(entry.className) {
            let operation = entry.make()
            let inputs = Array(repeating: picture, count: operation.input.maximum)
            #expect(try studio.run(operation, inputs).alpha == picture.alpha, "\(entry.name)")
        }
    }

    @Test func anyNumberGivesAPicture() throws {
        let picture = TestPicture.noise(5)
        for entry in Catalog.color {
            for number: Float in [.nan, .infinity, -1e30, 1e30, 0] {
                let operation = entry.make()
                for (_, parameter) in operation.parameters {
                    parameter.set(components: parameter.components.map { _ in number })
                }
                let inputs = Array(repeating: picture, count: operation.input.maximum)
                #expect(try studio.run(operation, inputs).width == picture.width, "\(entry.name)")
            }
        }
    }

    // MARK: Hue and tint

    @Test func hueTurnsByDegrees() throws {
        let red = TestPicture.color(150, 90, 90)
        let third = try studio.run("HueAdjustment", [red], ["hue": [120]])
        #expect(try studio.run("HueAdjustment", [third], ["hue": [240]]).distance(to: red) <= 2)
        let turns = (0..<3).map { _ in HueAdjustment() }
        for operation in turns { operation.hue = 120 }
        #expect(try studio.run(turns, red).distance(to: red) <= 2)
        #expect(third.distance(to: red) > 30)
    }

    @Test func aPositiveHueGoesFromRedToGreen() throws {
        let pixel = try studio.run("HSBAdjustment", [.color(160, 80, 80)], ["hue": [120]]).pixel(0, 0)
        #expect(pixel.y > pixel.x && pixel.y > pixel.z)
    }

    @Test(arguments: ["HueAdjustment", "HSBAdjustment", "SkinTone", "Vibrance", "SaturationAdjustment"])
    func greyStaysGrey(name: String) throws {
        let settings: [String: [String: [Float]]] = [
            "HueAdjustment": ["hue": [77]], "HSBAdjustment": ["hue": [77], "saturation": [2]],
            "SkinTone": ["skinToneAdjust": [0.3], "isUpperColorOrange": [1], "skinHue": [0]],
            "Vibrance": ["vibrance": [1]], "SaturationAdjustment": ["saturation": [2]],
        ]
        for level: UInt8 in [0, 1, 80, 200, 255] {
            let grey = TestPicture.grey(level)
            #expect(try studio.run(name, [grey], settings[name] ?? [:]).distance(to: grey) <= 1)
        }
    }

    @Test func theTintMovesAlongQ() throws {
        let pixel = try studio.run("WhiteBalance", [.grey(128)], ["tint": [100]]).pixel(0, 0)
        // 255 · 0.05226 · (0.621, −0.647, 1.702)
        #expect(pixel == [136, 119, 151, 255])
    }

    // MARK: Light

    @Test func blackStaysBlackInLiftedShadows() throws {
        for shadows: Float in [0, 0.3, 1] {
            let settings = ["shadows": [shadows], "highlights": [0]]
            #expect(try studio.run("HighlightsAndShadows", [.grey(0)], settings) == .grey(0))
        }
    }

    @Test func solarizingInvertsWhatIsBright() throws {
        #expect(try studio.run("Solarize", [.grey(200)]) == .grey(55))
        #expect(try studio.run("Solarize", [.grey(100)]) == .grey(100))
    }

    @Test func levelsThatMeetMakeAStep() throws {
        let settings: [String: [Float]] = ["minimum": [0.5, 0.5, 0.5, 1], "maximum": [0.5, 0.5, 0.5, 1]]
        #expect(try studio.run("LevelsAdjustment", [.grey(127)], settings) == .grey(0))
        #expect(try studio.run("LevelsAdjustment", [.grey(128)], settings) == .grey(255))
    }

    @Test func theAdaptiveThresholdsRadiusIsFour() throws {
        let picture = TestPicture.noise(40, 30)
        func result(_ radius: Float) throws -> TestPicture {
            try studio.run("AdaptiveThreshold", [picture], ["blurRadiusInPixels": [radius]])
        }
        let usual = try studio.run("AdaptiveThreshold", [picture])
        #expect(try result(4) == usual)
        #expect(try result(2) != usual)
    }

    @Test func unevenLightDoesNotHideWriting() throws {
        // Dark strokes on paper that gets darker to the right: its shadow is darker than strokes in the light.
        let page = TestPicture.grey(200, 20) { x, y in
            let light = 250 - x
            return UInt8(x % 20 < 3 ? light / 2 : light)
        }
        let read = try studio.run("AdaptiveThreshold", [page], ["blurRadiusInPixels": [8]])
        #expect(read == .grey(200, 20) { x, _ in x % 20 < 3 ? 0 : 255 })
    }

    // MARK: Tables

    private var inverse: ColorTable {
        ColorTable(shape: .cube, count: 2, entries: ColorTable.identity.entries.map { SIMD3<Float>.one - $0 })
    }

    @Test func twoTablesFollowEachOther() throws {
        let picture = TestPicture.noise(7)
        let chain = [ColorTableFilter(table: inverse), ColorTableFilter(table: inverse)]
        #expect(try studio.run(chain, picture).distance(to: picture) <= 1)
        let curve = ToneCurve()
        curve.rgbCompositeControlPoints = ControlPoints([.init(0, 1), .init(1, 0)])
        let table = ColorTableFilter(table: inverse)
        #expect(try studio.run([table, curve], picture).distance(to: picture) <= 1)
    }

    /// A table of exposure doubles what is dark, and clips only what then leaves 0…1.
    @Test(arguments: [ColorTable.Shape.cube, .curves], FilterStudio.kinds)
    func entriesAreInterpolatedAndThenClipped(shape: ColorTable.Shape, isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let ends = shape == .cube ? ColorTable.identity.entries : [.zero, .one]
        let picture = TestPicture.noise(4).withAlpha(255)
        for (gain, offset) in [(2, 0), (4, -1), (-3, 2.5), (90, -40)] as [(Float, Float)] {
            let table = ColorTableFilter(
                table: ColorTable(shape: shape, count: 2, entries: ends.map { $0 * gain + offset }))
            var expected = picture
            for index in picture.bytes.indices where index % 4 < 3 {
                let value = Float(picture.bytes[index]) / 255 * gain + offset
                expected.bytes[index] = UInt8((min(1, max(0, value)) * 255).rounded())
            }
            #expect(try studio.run(table, [picture]).distance(to: expected) <= 1, "\(gain)·x + \(offset)")
        }
    }

    @Test func aNewTableShowsInTheNextFrame() throws {
        let picture = TestPicture.noise(8).withAlpha(255)
        let filter = ColorTableFilter()
        #expect(try studio.run(filter, [picture]) == picture)
        filter.table = inverse
        #expect(try studio.run(filter, [picture]) == picture.negative)
    }

    @Test func newPointsShowInTheNextFrame() throws {
        let picture = TestPicture.noise(9).withAlpha(255)
        let curve = ToneCurve()
        #expect(try studio.run(curve, [picture]) == picture)
        curve.rgbCompositeControlPoints = ControlPoints([.init(0, 1), .init(1, 0)])
        #expect(try studio.run(curve, [picture]) == picture.negative)
    }

    private var identityPicture: TestPicture {
        TestPicture(512, 512) { x, y in
            let place = SIMD3<Double>(Double(x % 64), Double(y % 64), Double(y / 64 * 8 + x / 64))
            let codes = SIMD3<UInt8>((place * 255 / 63).rounded(.toNearestOrEven))
            return [codes.x, codes.y, codes.z, 255]
        }
    }

    @Test func aNeutralLookupPictureGivesThePictureBack() throws {
        let picture = TestPicture.noise(10)
        #expect(try studio.run("LookupFilter", [picture, identityPicture]) == picture)
    }

    @Test func lookingUpMakesNoSteps() throws {
        let ramp = TestPicture(256, 1) { x, _ in [UInt8(x), UInt8(255 - x), UInt8(x), 255] }
        #expect(try studio.run("LookupFilter", [ramp, identityPicture]) == ramp)
    }

    @Test func aLookupPictureDoesWhatItsTableDoes() throws {
        let picture = TestPicture.noise(11)
        let look = TestPicture.noise(512, 512)
        let table = try ColorTable(lookupPicture: look.bytes, width: 512, height: 512, name: "noise")
        let found = try studio.run("LookupFilter", [picture, look])
        #expect(try studio.run(ColorTableFilter(table: table), [picture]).distance(to: found) <= 1)
    }

    @Test func aLookupPictureFromAFileDoesWhatTheSecondInputDoes() throws {
        let (picture, look) = (TestPicture.noise(9), identityPicture.negative)
        let path = NSTemporaryDirectory() + "look, \(UUID().uuidString).png"
        try PictureFile(width: look.width, height: look.height, bytes: look.bytes).write(to: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let filter = try #require(
            try FilterText.operation("lookup-filter:file=\"\(path)\"") as? LookupFilter)
        let found = try studio.run("LookupFilter", [picture, look])
        #expect(try studio.run(filter, [picture]).distance(to: found) <= 1)
        // Without its table it has two inputs again.
        filter.table = nil
        #expect(filter.input.maximum == 2)
        #expect(try studio.run(filter, [picture, look]) == found)
    }

    @Test func aTableTakesThePlaceOfASecondInputWhileTheGraphRuns() throws {
        let filter = LookupFilter()
        let (first, second) = (try studio.source(.noise(9)), try studio.source(identityPicture.negative))
        first --> filter
        second --> filter
        _ = try studio.picture(of: filter)
        filter.table = .identity
        #expect(second.output.consumers.isEmpty)
        #expect(try studio.picture(of: filter) == .noise(9))
    }
}
