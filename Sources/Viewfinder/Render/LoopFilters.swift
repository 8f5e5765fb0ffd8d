internal import Filters
internal import Frames
internal import Movies
internal import VulkanCore
internal import VulkanView

/// The render loop's part of filters and recordings: gives the view what frames go through, and a movie what comes out.
///
/// Confined to the render thread.
final class LoopFilters {
    private let view: View
    private let make: () throws(FilterError) -> FilterStage
    private let report: (Renderer.Event) -> Void
    private var operations: [BasicOperation] = []
    private var adjustments = 0
    private var stage: FilterStage?
    private var recording: MovieWriter?

    init(_ parts: RenderLoop.Parts) {
        view = parts.view
        make = parts.makeStage
        report = parts.report
    }

    /// Takes note of what other threads have asked for.
    ///
    /// - Parameters:
    ///   - orders: What they are now.
    ///   - isShowing: Whether there is a picture that can go on while filters are made ready.
    /// - Returns: Whether the picture looks different now.
    func follow(_ orders: RenderOrders.Values, isShowing: Bool) -> Bool {
        recording = orders.recording
        stage?.isRead = recording != nil
        let isAdjusted = orders.adjustments != adjustments
        adjustments = orders.adjustments
        guard orders.operations.elementsEqual(operations, by: ===) else {
            operations = orders.operations
            change(isShowing: isShowing)
            return true
        }
        if isAdjusted { stage?.recompute() }
        return isAdjusted && stage?.wantsFrames == true
    }

    /// Records a frame as it is, where no filters make another picture of it.
    func record(_ frame: Frame) {
        guard let recording, stage?.wantsFrames != true else { return }
        recording.append(frame)
    }

    /// Records what the filters have made since the last time.
    func recordResults() throws(VulkanError) {
        guard let recording else { return }
        try unsafe stage?.deliver { pixels, size, moment in
            unsafe recording.append(
                rgba: pixels, size: size, stride: size.width * 4, isBGRA: true, at: moment)
        }
    }

    private func change(isShowing: Bool) {
        do throws(FilterError) {
            if stage == nil { stage = try made() }
            stage?.operations = operations
            stage?.isWaitedFor = !isShowing
        } catch {
            report(.filtersFailed(error.description))
        }
    }

    private func made() throws(FilterError) -> FilterStage {
        let stage = try make()
        stage.onFailure = { [report] in report(.filtersFailed($0.description)) }
        stage.isRead = recording != nil
        view.stage = stage
        return stage
    }
}
