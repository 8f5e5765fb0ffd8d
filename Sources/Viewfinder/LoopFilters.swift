internal import Filters
internal import LinuxIO
internal import VulkanView

/// The render loop's part of filters: gives the view what frames go through.
///
/// Confined to the render thread.
final class LoopFilters {
    private let view: View
    private let make: () throws(FilterError) -> FilterStage
    private let report: (Renderer.Event) -> Void
    private var operations: [BasicOperation] = []
    private var adjustments = 0
    private var stage: FilterStage?

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
        view.stage = stage
        return stage
    }
}
