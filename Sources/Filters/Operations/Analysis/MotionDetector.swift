internal import LinuxIO
internal import Frames

/// The place and the amount of movement in a picture.
public struct Motion: Sendable, Equatable {
    /// The mean place of the pixels that moved; the middle when none did.
    public let centroid: Position
    /// The share of pixels that moved: 0…1.
    public let intensity: Float

    /// Makes a movement of a place and a share.
    public init(centroid: Position, intensity: Float) {
        (self.centroid, self.intensity) = (centroid, intensity)
    }
}

/// Tints moving parts, and tells their centroid.
///
/// A pixel has moved when its colour lies further than the threshold (Euclidean) from that of the low pass: the running
/// mean `frame·(1 − strength) + mean·strength`, the first frame at the start. The centroid is the mean place of these
/// pixels' centres, counted exactly; GPUImage2 averages places in 8 bits and divides by zero when nothing moves.
public final class MotionDetector: BasicOperation, @unchecked Sendable {
    // The callback has a lock of its own.

    /// The weight of the past in the mean: 1 always compares with the first frame, 0.5 with a moment ago.
    @Parameter(in: 0...1) public var lowPassStrength: Float = 1
    /// The distance from the mean at which a colour counts as moved.
    @Parameter(in: 0...1.75) public var threshold: Float = 0.2
    /// The tint; its alpha is the opacity with which it covers.
    @Parameter(in: 0...1) public var markColor = Color(red: 0, green: 1, blue: 0, alpha: 0.5)
    /// True when the tint lies on the picture; otherwise it lies on black.
    @Parameter public var showsPicture: Bool = true

    private let found = Callback<Motion, Void>()

    /// Called for each frame when it is done, on the thread that renders.
    public var motionDetectedCallback: (@Sendable (Motion) -> Void)? {
        get { found.current }
        set { found.current = newValue }
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let mean = try plan.lowPass(inputs[0], strength: $lowPassStrength, of: self)
        let moved = try plan.point("MotionComparison", [inputs[0], mean], [.live($threshold)])
        let (width, height) = (moved.size.width, moved.size.height)
        let sums = plan.values("MotionSums", images: [moved], count: 2 * height, groups: (height, 1))
        plan.report(sums, count: sums.count) { [found] numbers in
            found(Self.motion(numbers, width: width, height: height))
        }
        return try plan.point(name, [inputs[0], moved], [.live($markColor), .live($showsPicture)])
    }

    /// Adds up rows, each with the count of pixels that moved and the sum of their columns.
    private static func motion(_ numbers: [UInt32], width: Int, height: Int) -> Motion {
        var (count, across, down) = (0, 0, 0)
        for row in 0..<height {
            count += Int(numbers[2 * row])
            across += Int(numbers[2 * row + 1])
            down += row * Int(numbers[2 * row])
        }
        guard count > 0 else { return Motion(centroid: .center, intensity: 0) }
        let mean = { (sum: Int, side: Int) in
            Float((Double(sum) / Double(count) + 0.5) / Double(side))
        }
        return Motion(
            centroid: Position(mean(across, width), mean(down, height)),
            intensity: Float(Double(count) / Double(width * height)))
    }
}
