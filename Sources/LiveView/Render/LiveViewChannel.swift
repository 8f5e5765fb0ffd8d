public import Filters
internal import LinuxIO
internal import Synchronization

/// One of a view's pictures: its filters, its state and its counts.
///
/// A view has one for each source that it shows (``LiveView/channels``); one that stays keeps its filters when another source comes. All
/// methods are thread-safe and return at once.
public final class LiveViewChannel: Sendable {
    /// The filters, as the render thread reads them.
    struct Wishes {
        /// The filters in order.
        var operations: [any ImageOperation]
        /// The number of times that their parameters have been changed.
        var adjustments = 0
    }

    let standing: ViewStanding
    let shown = ShownFrames()
    /// The outputs for pictures as they are seen.
    let outputs = ViewOutputs()
    private let current: Mutex<Wishes>
    private let changed: @Sendable () -> Void

    /// Makes one.
    ///
    /// - Parameters:
    ///   - operations: The first filters, in order.
    ///   - standing: The standing, for the state.
    ///   - changed: Called with each change.
    init(
        _ operations: [any ImageOperation] = [], _ standing: ViewStanding = ViewStanding(),
        changed: @escaping @Sendable () -> Void
    ) {
        self.standing = standing
        current = Mutex(Wishes(operations: operations))
        self.changed = changed
    }

    var wishes: Wishes { current.withLock { $0 } }

    /// The state of the picture now.
    public var state: LiveViewState { standing.news.state }

    /// The states of the picture from now on, beginning with the present one; a reader that is slow misses those in between.
    public var states: AsyncStream<LiveViewState> { standing.news.states }

    /// Sets the closure to call with each new state, in their order, on threads of the view and of its session; nil for none.
    ///
    /// It must not block.
    public func onState(_ changed: (@Sendable (LiveViewState) -> Void)?) {
        standing.news.observe(by: self, changed)
    }

    /// Shows pictures through these filters from now on, in their order: operations, or groups of them with branches of their own.
    ///
    /// An operation stands before one picture at a time. What cannot be run is told by ``LiveViewState/unfiltered(_:)``. Callbacks of operations
    /// come on the view's thread.
    public func setFilters(_ operations: [any ImageOperation]) {
        standing.change { $0.filterFault = nil }
        current.withLock { $0.operations = operations }
        changed()
    }

    /// Announces other parameters of filters: a picture that stays is to be computed once more.
    public func filtersWereAdjusted() {
        current.withLock { $0.adjustments += 1 }
        changed()
    }

    /// The number of frames that have been shown.
    public var shownCount: UInt64 { shown.count }

    /// Reads the counts, and removes the times since the last call.
    ///
    /// - Parameter final: True when the times are to be those of the whole run.
    /// - Returns: The counts, and the times since the last call or of the whole run.
    public func takeStatistics(final: Bool = false) -> LiveViewStatistics { shown.takeSummary(final: final) }
}
