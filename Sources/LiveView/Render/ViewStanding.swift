internal import Capture
internal import LinuxIO
internal import Synchronization
internal import VulkanView

/// The standing of a view: its state, worked out from its source's and from its thread's news, and its choices.
///
/// Thread-safe.
final class ViewStanding: Sendable {
    /// The grounds of the state, and the state.
    struct Condition {
        var state = LiveViewState.starting
        var source = CaptureState.stopped
        /// The number of the source; what is told of an earlier one is void.
        var input: UInt64 = 0
        /// True once a picture of the source was shown.
        var isShowing = false
        /// The reason why the filters cannot be run; nil where they can.
        var filterFault: String?

        /// Works the state out.
        fileprivate mutating func update() {
            switch state {
            case .closed, .broken: return
            default: break
            }
            switch source {
            case .interrupted(let fault): state = .interrupted(fault)
            case .failed(let fault): state = .failed(fault)
            case .ended: state = .ended
            case .stopped, .starting, .running, .paused:
                state = isShowing ? filterFault.map { .unfiltered($0) } ?? .showing : .starting
            }
        }
    }

    private let condition = Mutex(Condition())
    /// Entered under the condition's lock, which orders the states.
    let news = StateNews(LiveViewState.starting)
    private let facts = Mutex<ViewReport?>(nil)

    /// The view's choices; nil before Vulkan is up.
    var report: ViewReport? {
        get { facts.withLock { $0 } }
        set { facts.withLock { $0 = newValue } }
    }

    /// Changes what the state is worked out from; ``tell()`` tells of it, outside of all locks.
    func enter(_ edit: (inout Condition) -> Void) {
        condition.withLock { condition in
            edit(&condition)
            condition.update()
            news.enter(condition.state)
        }
    }

    /// Begins with another source.
    ///
    /// - Returns: Its number.
    func enterInput() -> UInt64 {
        enter { condition in
            condition.input += 1
            condition.isShowing = false
            condition.source = .starting(nil)
        }
        return condition.withLock { $0.input }
    }

    /// Tells observers of new states.
    func tell() {
        news.tell()
        if news.state == .closed { news.finish() }
    }

    func change(_ edit: (inout Condition) -> Void) {
        enter(edit)
        tell()
    }
}
