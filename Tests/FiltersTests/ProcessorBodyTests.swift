import Frames
import Processor
import TestSupport
import Testing

@testable import Filters

/// The bodies that the processor has, and the operations that find them: where a name or a parameter drifts apart, the
/// operation becomes a kernel ten times as dear, and its picture stays the same.
struct ProcessorBodyTests {
    /// The operations of which at least a step is a kernel where the processor is the device and the picture a still one.
    private static let withKernels: Set = [
        "AdaptiveThreshold", "AverageLuminanceExtractor", "AverageLuminanceThreshold", "BilateralBlur",
        "BulgeDistortion", "CGAColorspaceFilter", "CLAHE", "CannyEdgeDetection", "CheckerboardGenerator",
        "CircleGenerator", "ColourFASTFeatureDetection", "Convolution", "CrosshairGenerator",
        "FASTCornerDetection", "GlassSphereRefraction", "Halftone", "HarrisCornerDetector", "Histogram",
        "HistogramDisplay", "HistogramMatching", "HistogramSpecification", "HoughTransformLineDetector",
        "ImageBuffer", "JFAVoronoi", "KuwaharaFilter", "KuwaharaRadius3Filter", "LineGenerator",
        "LookupFilter", "Mosaic", "MotionBlur", "MotionDetector", "NobleCornerDetector",
        "ParallelCoordinateLineTransform", "PerlinNoise", "PinchDistortion", "Pixellate",
        "PixellatePosition", "PoissonBlend", "PolarPixellate", "PolkaDot", "ShiTomasiFeatureDetector",
        "SingleComponentGaussianBlur", "SmoothToonFilter", "SolidColorGenerator", "SphereRefraction",
        "StretchDistortion", "SwirlDistortion", "TransformOperation", "VoronoiConsumer", "ZoomBlur",
    ]

    private let studio: FilterStudio
    private let source: PixelInput

    init() throws {
        studio = try FilterStudio()
        source = try studio.source(.noise(1).withAlpha(255))
    }

    /// The steps of a plan in which operations do not join: `sepiaToneFilter by the processor`, or a kernel's name.
    private func steps(of last: any ImageSource) throws -> [String] {
        let context = try FilterContext(device: studio.device, isFused: false)
        try context.runner.prepare([last])
        return context.runner.kernelNames
    }

    /// The steps of an operation whose inputs are all the same picture.
    private func steps(of operation: BasicOperation) throws -> [String] {
        for input in 0..<operation.input.maximum {
            try source.addTarget(operation, atTargetIndex: input)
        }
        defer { operation.removeSources() }
        return try steps(of: operation as any ImageSource)
    }

    /// Bodies that no operation of the table has by itself.
    private func others() throws -> [String] {
        let (inside, cut, pixels) = (ColorInversion(), ColorInversion(), BlueFirst())
        (inside.mask, cut.mask) = (source, source)
        (cut.drawsUnmodifiedImageOutsideOfMask, cut.backgroundColor) = (false, .white)
        let cube = ColorTableFilter(table: try ColorTable(cube: Array(cubeText.utf8), name: "test.cube"))
        return try [source].flatMap { try steps(of: $0 as any ImageSource) }
            + [inside, cut, pixels, cube].flatMap { try steps(of: $0) }
    }

    private var cubeText: String {
        "LUT_3D_SIZE 2\n" + (0..<8).map { "\($0 % 2) \($0 / 2 % 2) \($0 / 4)\n" }.joined()
    }

    @Test(.onProcessor) func everyBodyIsFoundByItsOperation() throws {
        let ending = " by the processor"
        var found: Set<String> = []
        var withKernels: Set<String> = []
        for entry in Catalog.entries {
            let steps = try steps(of: entry.make())
            if !steps.allSatisfy({ $0.hasSuffix(ending) }) { withKernels.insert(entry.className) }
            found.formUnion(steps)
        }
        found.formUnion(try others())
        let missing = VectorBody.names.filter { !found.contains($0 + ending) }
        #expect(VectorBody.names.count == 90)
        #expect(missing == [], "no operation finds these bodies")
        #expect(
            withKernels.subtracting(Self.withKernels) == [],
            "these have lost their bodies, or are new and belong into withKernels")
        #expect(Self.withKernels.subtracting(withKernels) == [], "these have bodies now")
    }
}
