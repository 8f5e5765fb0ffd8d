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

    /// Measures the cost of taking a frame.
    mutating func measureTextures<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) {
        let before = MonotonicClock.threadTime()
        defer { cost.textures += MonotonicClock.threadTime() - before }
        try work()
    }

    /// Takes note of a commit that is about to be made.
    mutating func willCommit(_ frame: ShownFrame?, _ shown: ShownFrames) {
        if frame != nil { start?.presentBegins() }
        token += 1
        if let frame { shown.willCommit(frame, token: token) }
    }

    /// Takes note of a commit that has been made.
    ///
    /// - Parameters:
    ///   - frame: The frame that it shows for the first time; nil for none.
    ///   - view: The view that has drawn.
    ///   - isFirst: True for the first frame of its source.
    ///   - end: The time after the present call.
    /// - Returns: The cost since the first frame, and true when the view is to be described once more.
    mutating func presented(
        _ frame: ShownFrame?, by view: View, isFirst: Bool, at end: Int64
    ) -> (cost: RenderCost, isReportDue: Bool) {
        draws += 1
        if frame != nil {
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
