import Testing

@testable import Filters

/// The table of operations.
@Suite struct CatalogTests {
    @Test(arguments: [
        ("GaussianBlur", "gaussian-blur"), ("HSBAdjustment", "hsb-adjustment"),
        ("Convolution3x3", "convolution3x3"),
        ("iOSBlur", "i-os-blur"), ("CGAColorspaceFilter", "cga-colorspace-filter"),
    ])
    func namesAreInKebabCase(className: String, name: String) {
        #expect(CatalogEntry.kebab(className) == name)
    }

    @Test func everyNameStandsOnce() {
        #expect(Set(Catalog.entries.map(\.name)).count == Catalog.entries.count)
    }

    @Test func everyClassIsNamedInItsRow() {
        for entry in Catalog.entries { #expect(entry.make().name == entry.className) }
    }

    @Test(arguments: [
        ("GPUImageBrightnessFilter", "BrightnessAdjustment"), ("GPUImageSepiaToneFilter", "SepiaToneFilter"),
        ("GPUImageGaussianBlurFilter", "GaussianBlur"), ("GPUImageGaussianBlur", "GaussianBlur"),
        ("SketchFilter", "SketchFilter"), ("Sketch", "SketchFilter"),
        ("RGBAdjustmentFilter", "RGBAdjustment"),
        ("gpuimagehsbfilter", "HSBAdjustment"), ("GPUImageGrayscaleFilter", "Luminance"),
        ("GPUImage3x3ConvolutionFilter", "Convolution3x3"), ("GPUImageHueBlendFilter", "HueBlend"),
        ("GPUImageHueFilter", "HueAdjustment"), ("gpu-image-tone-curve-filter", "ToneCurve"),
    ])
    func namesOfGPUImageAreFound(name: String, className: String) throws {
        #expect(try Catalog.entry(named: name).className == className)
    }

    @Test(arguments: [
        ("GPUImageSepiaFilter", "sepia-tone-filter"), ("GPUImageColorInvertFilter", "color-inversion"),
        ("GPUImageBilateralFilter", "bilateral-blur"), ("GPUImageSwirlFilter", "swirl-distortion"),
        ("GPUImageTransformFilter", "transform-operation"),
        ("GPUImageHighlightShadowFilter", "highlights-and-shadows"), ("ChromaKey", "chroma-keying"),
        ("GlassSphere", "glass-sphere-refraction"), ("GPUImageAverageColor", "average-color-extractor"),
        ("GPUImageThresholdEdgeDetectionFilter", "threshold-sobel-edge-detection"),
        ("GPUImageLuminanceRangeFilter", "luminance-range-reduction"),
        ("GPUImageAmatorkaFilter", "lookup-filter"), ("GPUImageMissEtikateFilter", "lookup-filter"),
        ("GPUImageNonMaximumSuppressionFilter", "harris-corner-detector"),
        ("GPUImageDirectionalNonMaximumSuppressionFilter", "canny-edge-detection"),
        ("GPUImageXYDerivativeFilter", "harris-corner-detector"),
        ("GPUImageWeakPixelInclusionFilter", "canny-edge-detection"),
    ])
    func otherNamesOfGPUImageAreSuggested(name: String, suggestion: String) {
        #expect {
            _ = try Catalog.entry(named: name)
        } throws: { error in
            guard case .unknownOperation(_, let similar)? = error as? FilterError else { return false }
            return similar.contains(suggestion)
        }
    }

    @Test func aNearNameIsSuggested() {
        #expect(
            throws: FilterError.unknownOperation("brightness-adjustmnt", similar: ["brightness-adjustment"])
        ) {
            try Catalog.entry(named: "brightness-adjustmnt")
        }
    }
}
