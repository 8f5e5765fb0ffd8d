internal import LinuxIO
internal import Frames

/// The base of the corner detectors: marks over the picture, and the corners' places by callback.
///
/// A corner is a pixel whose response exceeds the threshold and that of its eight neighbours; of equal neighbours the
/// first in reading order is one. GPUImage2 shows white points on black: ``showsPicture`` false and ``markWidth`` 1.
public class CornerDetector: BasicOperation, @unchecked Sendable {
    // The callback has a lock of its own.

    /// The strength from which a response is a corner.
    @Parameter public var threshold: Float
    /// The length of the bars of the cross over a corner; even numbers count as the next odd one.
    @Parameter(in: 1...201, unit: .pixels) public var markWidth: Int = 11
    /// The crosses' colour; its alpha is the opacity with which they cover.
    @Parameter(in: 0...1) public var markColor = Color.green
    /// True when the crosses stand on the picture; otherwise they stand on black.
    @Parameter public var showsPicture: Bool = true

    private let found = Callback<[Position], Void>()

    /// Called for each frame when it is done, on the thread that renders, with the corners in reading order.
    ///
    /// Places are those of pixels' centres. At most ``capacity``; of more it is not defined which.
    public var cornersDetectedCallback: (@Sendable ([Position]) -> Void)? {
        get { found.current }
        set { found.current = newValue }
    }

    /// The largest number of corners that are reported.
    public static let capacity = 4096

    init(threshold: Float) {
        _threshold = Parameter(wrappedValue: threshold, in: 0...2)
        super.init()
    }

    /// Plans each pixel's response, in the first component, as it is, without bounds.
    func response(_ plan: PlanBuilder, _ image: PlanImage) throws(FilterError) -> PlanImage {
        throw .badShader(name, reason: "it says nothing about how a corner looks")
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let response = try response(plan, inputs[0])
        let corners = try plan.area("CornerMaximum", [response], [.live($threshold)])
        let (width, height) = (corners.size.width, corners.size.height)
        let list = plan.values(
            "CornerList", images: [corners], count: 1 + Self.capacity, localSize: (16, 16),
            groups: ((width + 15) / 16, (height + 15) / 16), isCleared: true,
            constants: ["CAPACITY": Self.capacity])
        plan.report(list, count: list.count) { [found] numbers in
            found(Self.places(numbers, width: width, height: height))
        }
        return try plan.area(
            "CornerMarks", [inputs[0], corners], [.live($markWidth), .live($markColor), .live($showsPicture)])
    }

    private static func places(_ numbers: [UInt32], width: Int, height: Int) -> [Position] {
        numbers.dropFirst().prefix(Int(numbers[0])).sorted().map { place in
            Position(
                (Float(place & 0xFFFF) + 0.5) / Float(width), (Float(place >> 16) + 0.5) / Float(height))
        }
    }
}

extension PlanBuilder {
    /// Plans the blurred products of the slopes of luminance: across squared, down squared, across times down.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - sigma: The blur's standard deviation in pixels.
    /// - Returns: The three numbers.
    /// - Throws: `FilterError`.
    func structureTensor(_ image: PlanImage, sigma: Float) throws(FilterError) -> PlanImage {
        let products = try area(
            "StructureTensor", [image], layout: .half, isClamped: false, readsLuminance: true,
            pixelsPerInvocation: 4)
        return try gaussian(products, sigma: sigma, layout: .half)
    }
}
