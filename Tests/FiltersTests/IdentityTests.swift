import Filters
import Testing

/// Every operation that can leave a picture as it is does so to the bit; case 17.
///
/// An operation that cannot is named as one: a new operation must be sorted in.
@Suite struct IdentityTests {
    typealias Settings = [String: [Float]]

    /// Operations of one picture, and settings that change nothing, as often as there are several.
    static let neutral: [(name: String, settings: Settings)] = [
        ("BrightnessAdjustment", ["brightness": [0]]), ("ExposureAdjustment", ["exposure": [0]]),
        ("ContrastAdjustment", ["contrast": [1]]), ("SaturationAdjustment", ["saturation": [1]]),
        ("GammaAdjustment", ["gamma": [1]]), ("LevelsAdjustment", [:]), ("ToneCurve", [:]),
        ("ColorMatrixFilter", [:]), ("ColorMatrixFilter", ["intensity": [0]]),
        ("RGBAdjustment", ["red": [1], "green": [1], "blue": [1]]), ("HSBAdjustment", [:]),
        ("WhiteBalance", ["temperature": [5000], "tint": [0]]), ("HighlightsAndShadows", [:]),
        ("HueAdjustment", ["hue": [0]]), ("HueAdjustment", ["hue": [360]]), ("Vibrance", ["vibrance": [0]]),
        ("SkinTone", [:]), ("MonochromeFilter", ["intensity": [0]]), ("Haze", ["distance": [0]]),
        ("SepiaToneFilter", ["intensity": [0]]), ("OpacityAdjustment", ["opacity": [1]]),
        ("LuminanceRangeReduction", ["rangeReductionFactor": [0]]), ("Solarize", ["threshold": [1]]),
        ("Posterize", ["colorLevels": [255]]), ("ChromaKeying", ["thresholdSensitivity": [-1]]),
        ("HighlightAndShadowTint", [:]), ("LookupFilter", ["intensity": [0]]),
        ("ColorTableFilter", [:]), ("ColorTableFilter", ["intensity": [0]]),
        ("BleachBypassLook", ["intensity": [0]]), ("TealAndOrangeLook", ["intensity": [0]]),
        ("FadedFilmLook", ["intensity": [0]]),

        ("Sharpen", ["sharpness": [0]]), ("Convolution3x3", [:]), ("Convolution", [:]),
        ("EmbossFilter", ["intensity": [0]]),
        ("GaussianBlur", ["blurRadiusInPixels": [0]]), ("BoxBlur", ["blurRadiusInPixels": [0]]),
        ("IOSBlur", ["blurRadiusInPixels": [0], "saturation": [1], "rangeReductionFactor": [0]]),
        ("TiltShift", ["blurRadiusInPixels": [0]]), ("GaussianSelectiveBlur", ["blurRadiusInPixels": [0]]),
        ("GaussianBlurPosition", ["blurSize": [0]]), ("GaussianBlurPosition", ["blurRadius": [0]]),
        ("MotionBlur", ["blurSize": [0]]), ("ZoomBlur", ["blurSize": [0]]),
        ("UnsharpMask", ["intensity": [0]]), ("UnsharpMask", ["blurRadiusInPixels": [0]]),
        ("LowPassFilter", ["strength": [0]]), ("ImageBuffer", ["bufferSize": [0]]),
        ("RGBDilation", ["radius": [0]]), ("RGBErosion", ["radius": [0]]),
        ("RGBOpeningFilter", ["radius": [0]]), ("RGBClosingFilter", ["radius": [0]]),
        ("LanczosResampling", [:]), ("Crop", [:]), ("TransformOperation", [:]),

        ("Pixellate", ["fractionalWidthOfAPixel": [0]]), ("PixellatePosition", ["radius": [0]]),
        ("PolarPixellate", ["pixelSize": [0, 0]]), ("SwirlDistortion", ["angle": [0]]),
        ("SwirlDistortion", ["radius": [0]]), ("BulgeDistortion", ["scale": [0]]),
        ("BulgeDistortion", ["radius": [0]]), ("PinchDistortion", ["scale": [0]]),
        ("PinchDistortion", ["radius": [0]]), ("KuwaharaFilter", ["radius": [0]]),
        ("Vignette", ["start": [2], "end": [3]]),

        ("SoftElegance", ["mix": [0], "intensity": [0]]),

        ("CLAHE", ["strength": [0]]), ("HistogramEqualization", ["strength": [0]]),
        ("ReferenceEqualization", ["strength": [0]]), ("HistogramSpecification", ["strength": [0]]),
        ("HistogramExtractor", [:]), ("AverageColorExtractor", [:]), ("AverageLuminanceExtractor", [:]),
    ]

    /// Blends, and what makes them give their base: an overlay without alpha, or a weight of nothing.
    static let fading = ["AlphaBlend", "DissolveBlend", "PoissonBlend"]
    static let blends = BlendAlgebraTests.compositing + fading

    /// What always changes the picture, makes another of it, or draws on it.
    static let changing: Set<String> = [
        // One colour, black and white, or few colours by definition.
        "ColorInversion", "Luminance", "FalseColor", "LuminanceThreshold", "AdaptiveThreshold",
        "AverageLuminanceThreshold", "CGAColorspaceFilter",
        // Edges, patterns, and shapes instead of the picture.
        "Laplacian", "SobelEdgeDetection", "PrewittEdgeDetection", "ThresholdSobelEdgeDetection",
        "LocalBinaryPattern", "ColorLocalBinaryPattern", "HighPassFilter", "ColourFASTFeatureDetection",
        "CannyEdgeDetection", "SketchFilter", "ThresholdSketchFilter", "ParallelCoordinateLineTransform",
        "Histogram", "HistogramDisplay", "JFAVoronoi", "VoronoiConsumer",
        // Grey, or a neighbourhood that is never a single pixel.
        "Dilation", "Erosion", "OpeningFilter", "ClosingFilter", "SingleComponentGaussianBlur",
        "MedianFilter",
        "BilateralBlur", "KuwaharaRadius3Filter",
        // Drawings made of the picture, and lenses.
        "ToonFilter", "SmoothToonFilter", "Halftone", "PolkaDot", "Crosshatch", "Mosaic", "SphereRefraction",
        "GlassSphereRefraction", "StretchDistortion",
        // Marks on what was found: where nothing is, nothing changes, which the tests of analysis show.
        "HarrisCornerDetector", "NobleCornerDetector", "ShiTomasiFeatureDetector", "FASTCornerDetection",
        "HoughTransformLineDetector", "MotionDetector",
        // The second picture decides.
        "HistogramMatching", "ChromaKeyBlend", "Mask",
    ]

    let studio: FilterStudio

    init() throws { studio = try FilterStudio() }

    @Test(arguments: neutral)
    func whatChangesNothingGivesThePictureBack(name: String, settings: Settings) throws {
        for picture in [
            TestPicture.noise(3), .noise(4, width: 24, height: 16), .noise(5, width: 1, height: 1),
        ] {
            let operation = try Catalog.entry(named: name).make()
            let inputs = Array(repeating: picture, count: operation.input.maximum)
            #expect(try studio.run(name, inputs, settings) == picture)
        }
    }

    @Test func aBlendOfNothingGivesTheBase() throws {
        let (base, overlay) = (TestPicture.noise(1), TestPicture.noise(2))
        for name in BlendAlgebraTests.compositing {
            #expect(try studio.blend(name, base, overlay.withAlpha(0)) == base, "\(name)")
        }
        for name in Self.fading {
            #expect(try studio.blend(name, base, overlay, ["mix": [0]]) == base, "\(name)")
        }
    }

    @Test func everyOperationIsNamedHere() {
        let known = Set(Self.neutral.map(\.name)).union(Self.blends).union(Self.changing)
        let generators = Catalog.entries.filter { $0.group == .generator }.map(\.className)
        #expect(Set(Catalog.entries.map(\.className)) == known.union(generators))
        #expect(Self.changing.isDisjoint(with: Set(Self.neutral.map(\.name)).union(Self.blends)))
    }
}
