import Testing

/// What holds of blends whatever the pictures, apart from any reference.
@Suite struct BlendAlgebraTests {
    static let commutative = [
        "AddBlend", "DarkenBlend", "DifferenceBlend", "ExclusionBlend", "LightenBlend", "LinearBurnBlend",
        "MultiplyBlend", "ScreenBlend",
    ]
    static let ofHue = ["HueBlend", "SaturationBlend", "ColorBlend", "LuminosityBlend"]
    /// All that composite as the W3C says.
    static let compositing =
        commutative + ofHue + [
            "AlphaBlend", "ColorBurnBlend", "ColorDodgeBlend", "DivideBlend", "HardLightBlend", "NormalBlend",
            "OverlayBlend", "SoftLightBlend", "SourceOverBlend", "SubtractBlend",
        ]

    let studio: FilterStudio
    let base = TestPicture.noise(1)
    let overlay = TestPicture.noise(2)

    init() throws { studio = try FilterStudio() }

    @Test func aTransparentOverlayGivesTheBase() throws {
        for name in Self.compositing {
            #expect(try studio.blend(name, base, overlay.withAlpha(0)) == base, "\(name)")
        }
    }

    @Test func aTransparentBaseGivesTheOverlay() throws {
        for name in Self.compositing where name != "AlphaBlend" {
            #expect(try studio.blend(name, base.withAlpha(0), overlay.seen) == overlay.seen, "\(name)")
        }
    }

    @Test func alphaIsThatOfSourceOver() throws {
        for name in Self.compositing where name != "AlphaBlend" {
            let result = try studio.blend(name, base, overlay)
            for (alpha, (below, above)) in zip(result.alpha, zip(base.alpha, overlay.alpha)) {
                let wanted = Double(above) + Double(below) * (1 - Double(above) / 255)
                #expect(abs(Double(alpha) - wanted) <= 0.51, "\(name)")
            }
        }
    }

    @Test func theOrderOfThePicturesDoesNotMatter() throws {
        for name in Self.commutative {
            let one = try studio.blend(name, base.seen, overlay)
            #expect(try one.distance(to: studio.blend(name, overlay, base.seen)) <= 1, "\(name)")
        }
    }

    @Test func theBlendOfNegativesIsTheNegativeOfTheDual() throws {
        let duals = [
            "MultiplyBlend": "ScreenBlend", "DarkenBlend": "LightenBlend", "AddBlend": "LinearBurnBlend",
            "ColorDodgeBlend": "ColorBurnBlend", "HardLightBlend": "HardLightBlend",
            "OverlayBlend": "OverlayBlend", "SoftLightBlend": "SoftLightBlend",
        ]
        for (name, dual) in duals {
            let negative = try studio.blend(name, base.negative, overlay.negative).negative
            #expect(try negative.distance(to: studio.blend(dual, base, overlay)) <= 1, "\(name)")
        }
    }

    @Test func whiteOrBlackChangesNothingWhereItIsNeutral() throws {
        let opaque = base.withAlpha(255)
        for name in ["MultiplyBlend", "DivideBlend", "ColorBurnBlend", "LinearBurnBlend", "DarkenBlend"] {
            #expect(try studio.blend(name, opaque, .grey(255)) == opaque, "\(name)")
        }
        for name in [
            "ScreenBlend", "AddBlend", "SubtractBlend", "DifferenceBlend", "ExclusionBlend",
            "ColorDodgeBlend",
            "LightenBlend",
        ] {
            #expect(try studio.blend(name, opaque, .grey(0)) == opaque, "\(name)")
        }
    }

    @Test func whatWouldDivideByNothingIsTheLimit() throws {
        for name in ["DivideBlend", "ColorDodgeBlend"] {
            let divisor = TestPicture.grey(name == "DivideBlend" ? 0 : 255)
            #expect(try studio.blend(name, .grey(0), divisor) == .grey(0), "\(name)")
            #expect(try studio.blend(name, .grey(1), divisor) == .grey(255), "\(name)")
        }
        #expect(try studio.blend("ColorBurnBlend", .grey(255), .grey(0)) == .grey(255))
        #expect(try studio.blend("ColorBurnBlend", .grey(254), .grey(0)) == .grey(0))
    }

    @Test func hardLightIsOverlayWithThePicturesExchanged() throws {
        let (one, other) = (base.withAlpha(255), overlay.withAlpha(255))
        #expect(try studio.blend("HardLightBlend", one, other) == studio.blend("OverlayBlend", other, one))
    }

    @Test func ownHueSaturationAndLuminosityChangeNothing() throws {
        let opaque = base.withAlpha(255)
        for name in Self.ofHue {
            #expect(try studio.blend(name, opaque, opaque).distance(to: opaque) <= 1, "\(name)")
        }
    }

    @Test func luminosityIsKeptOrTaken() throws {
        for name in Self.ofHue {
            let result = try studio.blend(name, base.withAlpha(255), overlay.withAlpha(255))
            let wanted = name == "LuminosityBlend" ? overlay : base
            #expect(zip(result.luminosity, wanted.luminosity).allSatisfy { abs($0 - $1) <= 0.51 }, "\(name)")
        }
    }
}
