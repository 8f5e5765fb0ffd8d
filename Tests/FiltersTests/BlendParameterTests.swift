import Testing

/// What the settings of blends mean at their ends.
@Suite struct BlendParameterTests {
    let studio: FilterStudio
    let base = TestPicture.noise(1)
    let overlay = TestPicture.noise(2)

    init() throws { studio = try FilterStudio() }

    @Test func aFadeEndsAtThePictures() throws {
        #expect(try studio.blend("DissolveBlend", base, overlay, ["mix": [0]]) == base)
        #expect(try studio.blend("DissolveBlend", base, overlay, ["mix": [1]]) == overlay)
    }

    @Test func hiddenColourDoesNotShowInAFade() throws {
        let faded = try studio.blend("DissolveBlend", .color(200, 10, 30), TestPicture.grey(255).withAlpha(0))
        #expect(faded == TestPicture.color(200, 10, 30).withAlpha(128))
    }

    @Test func aThinnedOverlayGoesFromNothingToSourceOver() throws {
        #expect(try studio.blend("AlphaBlend", base, overlay, ["mix": [0]]) == base)
        let whole = try studio.blend("AlphaBlend", base, overlay, ["mix": [1]])
        #expect(try whole == studio.blend("SourceOverBlend", base, overlay))
    }

    @Test(arguments: [0, 0.1] as [Float]) func theKeyColourGivesWayAndItsOppositeDoesNot(smoothing: Float)
        throws
    {
        let opaque = overlay.withAlpha(255)
        let settings: [String: [Float]] = ["smoothing": [smoothing]]
        for green in [TestPicture.color(0, 255, 0), .color(40, 255, 40)] {
            #expect(try studio.blend("ChromaKeyBlend", green, opaque, settings) == opaque)
        }
        for other in [TestPicture.color(255, 0, 255), .grey(128), .color(200, 150, 120)] {
            #expect(try studio.blend("ChromaKeyBlend", other, opaque, settings) == other)
        }
    }

    @Test func settingsBeyondTheirRangesAreSurvived() throws {
        for beyond: Float in [-1e30, -1, 2, 1e30, .infinity] {
            for name in ["AlphaBlend", "DissolveBlend", "PoissonBlend"] {
                let held = try studio.blend(name, base, overlay, ["mix": [beyond < 0 ? 0 : 1]])
                #expect(try studio.blend(name, base, overlay, ["mix": [beyond]]) == held, "\(name) \(beyond)")
            }
        }
    }

    @Test func aMaskHidesAndKeepsColours() throws {
        #expect(try studio.blend("Mask", base, .grey(255)) == base)
        #expect(try studio.blend("Mask", base, .grey(0)) == base.withAlpha(0))
        #expect(try studio.blend("Mask", base, TestPicture.grey(255).withAlpha(0)) == base.withAlpha(0))
    }

    @Test func cloningAPictureIntoItselfChangesNothing() throws {
        let opaque = base.withAlpha(255)
        #expect(try studio.blend("PoissonBlend", opaque, opaque).distance(to: opaque) <= 1)
    }

    @Test func cloningATransparentPictureChangesNothing() throws {
        #expect(try studio.blend("PoissonBlend", base, overlay.withAlpha(0)) == base)
    }

    @Test func cloningAFlatPictureEvensOut() throws {
        let opaque = base.withAlpha(255)
        let settings: [String: [Float]] = ["mix": [0.8], "iterations": [100]]
        let even = try studio.blend("PoissonBlend", opaque, .grey(90), settings)
        #expect(even.deviation < opaque.deviation / 10)
    }

    @Test func cloningDoesNotSeeTheHiddenColourAroundACutOut() throws {
        // The same cut-out in red and in black nothing: one pixel wide, so that all it touches is hidden.
        var (red, black) = (TestPicture.color(255, 0, 0).withAlpha(0), TestPicture.grey(0).withAlpha(0))
        for index in 0..<4 {
            red.bytes[(11 * 37 + 18) * 4 + index] = 200
            black.bytes[(11 * 37 + 18) * 4 + index] = 200
        }
        #expect(try studio.blend("PoissonBlend", base, red) == studio.blend("PoissonBlend", base, black))
    }

    @Test func anOverlayOfAnotherSizeIsScaled() throws {
        let small = TestPicture(width: 1, height: 1, bytes: [10, 20, 30, 255])
        for name in ["NormalBlend", "PoissonBlend", "Mask", "DissolveBlend"] {
            let whole = try studio.blend(name, base, .color(10, 20, 30))
            #expect(try studio.blend(name, base, small).distance(to: whole) <= 1, "\(name)")
        }
    }
}
