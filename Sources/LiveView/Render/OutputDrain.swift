internal import LinuxIO

/// Those that want to know when the frames that wait have been handed to the outputs for pictures.
///
/// Confined to the render thread.
struct OutputDrain {
    /// The longest wait for filters that are slower than the source, in nanoseconds.
    private static let patience: Int64 = 500_000_000

    private var waiting: [(deadline: Int64, drain: RenderOrders.Drain)] = []

    /// Takes further ones.
    mutating func add(_ drains: [RenderOrders.Drain]) {
        guard !drains.isEmpty else { return }
        let now = MonotonicClock.now()
        waiting += drains.map { ($0.patience == .all ? .max : now + Self.patience, $0) }
    }

    /// Tells those that have waited long enough.
    ///
    /// - Parameter isDone: True when no frame waits.
    mutating func served(isDone: Bool) {
        guard !waiting.isEmpty else { return }
        let now = MonotonicClock.now()
        let over = waiting.filter { isDone || $0.deadline <= now }
        waiting.removeAll { isDone || $0.deadline <= now }
        for (_, drain) in over { drain.handler() }
    }

    /// Takes all out, for whoever hands frames over from now on.
    mutating func removeAll() -> [RenderOrders.Drain] {
        defer { waiting = [] }
        return waiting.map(\.drain)
    }

    /// Tells all, since nothing is handed over any more.
    mutating func end() { served(isDone: true) }
}
