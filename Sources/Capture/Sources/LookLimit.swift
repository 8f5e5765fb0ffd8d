internal import LinuxIO

/// The end of one look at what a driver lists: lists within lists multiply, and a driver may count for ever or take its time for each
/// answer.
struct LookLimit {
    /// The most questions of one look; those that cameras answer are some hundreds.
    static let mostQuestions = 16384

    private var left = mostQuestions
    private let end: Int64

    /// Begins a look, which may last as long as work with each call of which patience is had.
    init(_ calls: DeviceCalls) { end = MonotonicClock.now() + calls.longestWork }

    /// True once nothing more may be asked.
    var isReached: Bool { left == 0 || MonotonicClock.now() >= end }

    /// Counts a question.
    ///
    /// - Returns: False where it may not be asked any more.
    mutating func admits() -> Bool {
        guard !isReached else { return false }
        left -= 1
        return true
    }
}
