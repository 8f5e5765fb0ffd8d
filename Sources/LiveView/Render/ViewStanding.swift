internal import Capture
internal import LinuxIO
internal import Synchronization

/// The standing of a picture: its state, worked out from its source's and from its view's news.
///
/// Thread-safe.
final class ViewStanding: Sendable {
    /// The grounds of the state.
    struct Condition {
        /// The state that the view ends in; nil until then.
        var end: LiveViewState?
        var source = CaptureState.stopped { didSet { if source != .stopped { hasRun = true } } }
        /// True once the source was more than stopped: one that is not started yet has not ended.
        var hasRun = false
        /// The number of the source; what is told of an earlier one is void.
        var input: UInt64 = 0
        /// True once a picture of the source was shown.
        var isShowing = false
        /// The reason why the filters cannot be run; nil where they can.
        var filterFault: Message?
        /// The words on a driver that does not come back; nil where it does.
        var hang: Message?

        /// True when no pictures are to be expected.
        fileprivate var isOver: Bool { end != nil || source.isOver && hasRun }

        fileprivate var state: LiveViewState {
            if let end { return end }
            if let hang { return .hanging(hang) }
            return switch source {
            case .interrupted(let fault): .interrupted(fault)
            case .failed(let fault): .failed(fault)
            case .ended: .ended
            case .stopped, .starting, .running, .paused:
                filterFault.map { .unfiltered($0) } ?? (isShowing ? .showing : .starting)
            }
        }
    }

    private let condition = Mutex(Condition())
    /// Entered under the condition's lock, which orders the states.
    let news = StateNews(LiveViewState.starting)
    /// True when no pictures are to be expected; entered likewise.
    let over = StateNews(false)

    /// Begins the standing of a picture.
    ///
    /// - Parameter other: Another picture of the view, whose end is this one's, too; nil for none.
    init(beside other: ViewStanding? = nil) {
        guard let (end, hang) = other?.condition.withLock({ ($0.end, $0.hang) }) else { return }
        enter { ($0.end, $0.hang) = (end, hang) }
    }

    /// Changes what the state is worked out from; ``tell()`` tells of it, outside of all locks.
    func enter(_ edit: (inout Condition) -> Void) {
        condition.withLock { condition in
            edit(&condition)
            news.enter(condition.state)
            over.enter(condition.isOver)
        }
    }

    /// Begins with another source.
    ///
    /// - Returns: The number by which its news are known.
    func enterInput() -> UInt64 {
        var number: UInt64 = 0
        enter { condition in
            condition.input += 1
            condition.isShowing = false
            (condition.source, condition.hasRun) = (.starting(nil), false)
            number = condition.input
        }
        return number
    }

    /// Tells observers of new states.
    func tell() {
        news.tell()
        over.tell()
        if news.state == .closed { news.finish() }
    }

    func change(_ edit: (inout Condition) -> Void) {
        enter(edit)
        tell()
    }
}
