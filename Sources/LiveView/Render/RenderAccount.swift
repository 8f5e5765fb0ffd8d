internal import Frames
internal import LinuxIO
internal import VulkanCore
internal import VulkanView

/// The render loop's books: the steps to the first picture, the cost of each frame, and the frame of each commit.
///
/// Confined to the render thread.
struct RenderAccount {
    /// The steps to the first picture; nil after it.
    var start: FirstPicture?
    private var cost = RenderCost()
    /// The cost of the way to the first frame; nil before it.
    private var startCost: RenderCost?
    /// The number of the last commit.
    private(set) var token: UInt64 = 0
    private var draws = 0

    private static let drawsBetweenReports = 64

    init(_ phases: StartPhases) { start = FirstPicture(phases) }

    /// Takes note of the thread's time for loading frames until now, in nanoseconds.
    mutating func loaded(_ time: Int64) { cost.textures = time }

    /// Takes note of a commit that is about to be made.
    ///
    /// - Parameter hasFrame: True when it shows a frame for the first time.
    mutating func willCommit(hasFrame: Bool) {
        if hasFrame { start?.presentBegins() }
        token += 1
    }

    /// Takes note of a commit that has been made.
    ///
    /// - Parameters:
    ///   - hasFrame: True when it shows a frame for the first time.
    ///   - view: The view that has drawn.
    ///   - isFirst: True for the first frame of its source.
    ///   - end: The time after the present call.
    /// - Returns: The cost since the first frame, and true when the view is to be described once more.
    mutating func presented(
        hasFrame: Bool, by view: View, isFirst: Bool, at end: Int64
    ) -> (cost: RenderCost, isReportDue: Bool) {
        draws += 1
        if hasFrame {
            start?.presented(at: end)
            start = nil
            cost.frames += 1
        }
        cost.thread = MonotonicClock.threadTime()
        (cost.driver, cost.driverWall) = (view.driverTime.processor, view.driverTime.wall)
        cost.drawing = view.drawingTime.processor
        if isFirst, startCost == nil { startCost = cost }
        return (cost - (startCost ?? cost), isFirst || draws % Self.drawsBetweenReports == 1)
    }
}
