internal import LinuxIO
internal import Frames
internal import Glibc

/// Finds straight lines, draws them over the picture and tells them.
///
/// In a picture of at most 640 pixels a side: Canny's thin edges; each votes for every line through it, in steps of a
/// degree and a pixel (R. Duda and P. Hart, Use of the Hough Transformation to Detect Lines and Curves in Pictures,
/// 1972); a line is where enough votes meet and none with more lies within nine degrees and nine pixels. GPUImage1
/// measures the threshold in shares of 255 votes and reports slope and intercept, which upright lines do not have.
public final class HoughTransformLineDetector: BasicOperation, @unchecked Sendable {
    // The callback has a lock of its own.

    /// The standard deviation of the blur before edges are searched.
    @Parameter(in: 0...40, unit: .pixels) public var blurRadiusInPixels: Float = 2
    /// The gradient of an edge: eight times the slope of luminance per pixel.
    @Parameter(in: 0...6) public var edgeThreshold: Float = 0.9
    /// The number of votes that make a line, in shares of the picture's shorter side.
    @Parameter(in: 0.01...2, unit: .fraction) public var lineDetectionThreshold: Float = 0.2
    /// The width of the lines that are drawn.
    @Parameter(in: 1...64, unit: .pixels) public var lineWidth: Float = 2
    /// The lines' colour; its alpha is the opacity with which they cover.
    @Parameter(in: 0...1) public var markColor = Color.green
    /// True when the lines lie on the picture; otherwise they lie on black.
    @Parameter public var showsPicture: Bool = true

    private let found = Callback<[DetectedLine], Void>()

    /// Called for each frame when it is done, on the thread that renders, with the lines, most votes first.
    ///
    /// At most ``capacity``; of more it is not defined which.
    public var linesDetectedCallback: (@Sendable ([DetectedLine]) -> Void)? {
        get { found.current }
        set { found.current = newValue }
    }

    /// The largest number of lines that are drawn and reported.
    public static let capacity = 64

    private static let directions = 180

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let small = try plan.reducedForLines(inputs[0])
        let edges = try plan.thinnedEdges(
            small, sigma: plan.fixed($blurRadiusInPixels), upper: $edgeThreshold, lower: $edgeThreshold)
        let table = plan.table(Self.normals)
        let constants = Self.constants(small.size)
        let lines = peaks(plan, votes: votes(plan, plan.linePoints(edges), table, constants), constants)
        plan.report(lines, count: lines.count) { [found, size = small.size] in
            found(Self.lines($0, size: size, reach: constants["DISTANCE"] ?? 0))
        }
        return try plan.point(
            name, inputs, [.live($lineWidth), .live($markColor), .live($showsPicture)],
            values: [lines, table], usesPlace: true, constants: constants)
    }

    private func votes(
        _ plan: PlanBuilder, _ points: PlanValues, _ table: PlanValues, _ constants: [String: Int]
    ) -> PlanValues {
        let bins = 2 * (constants["DISTANCE"] ?? 0) + 1
        return plan.values(
            "LineVotes", images: [], values: [points, table], count: bins * Self.directions,
            groups: (Self.directions, 1), constants: constants)
    }

    private func peaks(
        _ plan: PlanBuilder, votes: PlanValues, _ constants: [String: Int]
    ) -> PlanValues {
        let bins = votes.count / Self.directions
        return plan.values(
            "LinePeaks", images: [], values: [votes], [.live($lineDetectionThreshold)],
            count: 1 + 3 * Self.capacity, groups: ((bins + 63) / 64, Self.directions), isCleared: true,
            constants: constants)
    }

    /// The cosine and sine of −90° … 89°.
    private static let normals: [UInt32] = (0..<directions).flatMap { index in
        let angle = Double(index - 90) * .pi / 180
        return [Float(cos(angle)).bitPattern, Float(sin(angle)).bitPattern]
    }

    private static func constants(_ size: PixelSize) -> [String: Int] {
        [
            "WIDTH": size.width, "HEIGHT": size.height, "SHORT_SIDE": min(size.width, size.height),
            "DISTANCE": Int(hypot(Double(size.width), Double(size.height)).rounded(.up)),
            "ANGLES": directions, "CAPACITY": capacity,
        ]
    }

    private static func lines(_ numbers: [UInt32], size: PixelSize, reach: Int) -> [DetectedLine] {
        let count = min(Int(numbers[0]), capacity)
        let lines: [DetectedLine] = (0..<count).map { index in
            let place = numbers[(1 + 3 * index)...].prefix(3).map { Int($0) }
            return DetectedLine(
                normal: place[0] - 90, distance: place[1] - reach, votes: place[2],
                width: size.width, height: size.height)
        }
        return lines.sorted { ($1.votes, $0.angleInDegrees) < ($0.votes, $1.angleInDegrees) }
    }
}

extension PlanBuilder {
    /// Scales a picture to the size in which lines are searched: at most 640 pixels a side.
    ///
    /// - Parameter image: The picture.
    /// - Returns: The reduced picture; the given one if it is small enough.
    /// - Throws: `FilterError`.
    func reducedForLines(_ image: PlanImage) throws(FilterError) -> PlanImage {
        let side = max(image.size.width, image.size.height)
        guard side > 640 else { return image }
        let reduced = { (length: Int) in max(1, (length * 640 + side / 2) / side) }
        return try resized(image, width: reduced(image.size.width), height: reduced(image.size.height))
    }

    /// Plans the places of bright pixels beside a dark one: their number, then each with its row in the upper half.
    func linePoints(_ edges: PlanImage) -> PlanValues {
        let (width, height) = (edges.size.width, edges.size.height)
        return values(
            "LinePoints", images: [edges], count: 1 + width * height, localSize: (16, 16),
            groups: ((width + 15) / 16, (height + 15) / 16), isCleared: true)
    }
}
